/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * liburcu in its flavour without registration (urcu-bp).  The program may use
 * the same library: read sections, grace periods and locks are shared with it.
 *
 * The read side is inlined: its functions have fewer than ten lines each, which
 * the LGPL permits, and calls cost 10 ns more (bench/readside.c).
 *
 * Nothing here is async-signal-safe, and a process that is only traced calls
 * none of it: only functions with a trace_id_t do.
 */
#ifndef PXT_BASE_RCU_H
#define PXT_BASE_RCU_H

#include <stdbool.h>

#define _LGPL_SOURCE
#include <urcu/urcu-bp.h>

#ifdef PXT_RCU_BY_CALL		/* see meson.build */
#undef urcu_bp_read_lock
#undef urcu_bp_read_unlock
#undef urcu_bp_read_ongoing
void urcu_bp_read_lock(void);
void urcu_bp_read_unlock(void);
int urcu_bp_read_ongoing(void);
#endif

#include "base/atomic.h"

#ifdef __has_feature
#define PXT_CLANG_TSAN __has_feature(thread_sanitizer)
#else
#define PXT_CLANG_TSAN 0
#endif

/*
 * ThreadSanitizer does not instrument liburcu: annotate that a release of an
 * object happens before a later acquire of it.
 */
#if defined(__SANITIZE_THREAD__) || PXT_CLANG_TSAN
void __tsan_acquire(void *object);
void __tsan_release(void *object);
#define pxt_tsan_acquire(object) __tsan_acquire(object)
#define pxt_tsan_release(object) __tsan_release(object)
#define PXT_NO_TSAN __attribute__((no_sanitize("thread"), noinline))
#else
#define pxt_tsan_acquire(object) ((void)(object))
#define pxt_tsan_release(object) ((void)(object))
#define PXT_NO_TSAN
#endif

/* Is the calling thread in a read section, between the two calls below? */
extern __thread bool pxt_rcu_inside __attribute__((tls_model("initial-exec")));

/*
 * Register the calling thread with liburcu; takes a lock and memory.  False:
 * there is no memory, or a sandbox forbids to change the signal mask, where
 * liburcu would abort the program.
 */
bool pxt_rcu_register(void);

/*
 * The thread's last section was left by longjmp from a signal handler: end it.
 */
void pxt_rcu_end_abandoned(void);

/*
 * Begin and end a read section.  It must be short: no sleeping, no nesting.
 * False: the thread cannot be registered, and there is no section.
 */
static inline bool pxt_rcu_begin(void)
{
	if (pxt_unlikely(!URCU_TLS(urcu_bp_reader)) && !pxt_rcu_register())
		return false;
	if (pxt_unlikely(pxt_rcu_inside))
		pxt_rcu_end_abandoned();
	pxt_rcu_inside = true;
	urcu_bp_read_lock();
	return true;
}

static inline bool pxt_rcu_end(void)
{
	if (pxt_unlikely(!URCU_TLS(urcu_bp_reader)))
		return false;
	pxt_tsan_release(&urcu_bp_gp);
	urcu_bp_read_unlock();
	pxt_rcu_inside = false;
	return true;
}

/*
 * Can the caller wait for a grace period?  Not in a read section, which may be
 * the program's own, and not if a sandbox has forbidden membarrier() since
 * liburcu started to use it, or to change the signal mask: liburcu would abort
 * the program.
 */
bool pxt_rcu_can_wait(void);

/* Wait until every current read section has ended, also those of the program.
 * The caller must hold no lock that is taken in one. */
void pxt_rcu_wait(void);

/*
 * Make fork() wait until no other thread holds a lock of liburcu, and end the
 * read sections of other threads in the child.  Once per process.
 */
void pxt_rcu_prepare(void);

#endif
