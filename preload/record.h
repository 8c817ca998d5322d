/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * What all wrappers do: ask whether to record, call the real function, and
 * record.  Between the question and the record a wrapper holds nothing, so
 * the real call may be cancelled, may be left by siglongjmp() from a signal
 * handler, and may never return.
 */
#ifndef PXT_PRELOAD_RECORD_H
#define PXT_PRELOAD_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include <posixtrace.h>

/* The address that the wrapper will return to. */
#define CALLER __builtin_return_address(0)

/*
 * Non-zero while this thread is inside posixtrace_system_event(): what the
 * library calls there is not the program's doing.  A signal handler that
 * interrupts it is, and finds zero (signals.c).  Shared with the handlers
 * of its own thread only.
 */
extern __thread volatile int pxt_busy
	__attribute__((tls_model("initial-exec")));

/*
 * May a call from `caller` be recorded?  Not before our constructor nor
 * after our destructor, not inside of ourselves, and not when libposixtrace is
 * the caller.
 */
bool pxt_may_record(const void *caller);

/* The one question of every wrapper; cheap if nothing is traced. */
static inline bool pxt_recording(const void *caller)
{
	return __builtin_expect(posixtrace_is_traced() != 0, 0) &&
	       pxt_may_record(caller);
}

/*
 * Are we a vfork child, in the memory of our parent?  It may not record:
 * its thread, its pid and its place in the streams are the parent's.  Asked
 * by the wrappers of what such a child usually calls; costs a system call.
 */
bool pxt_is_borrowed(void);

/*
 * Is it one of vfork(), whose parent's thread waits for it?  Then it may record
 * as that thread.  To be asked when pxt_is_borrowed(); *is_new the first time.
 */
bool pxt_is_vfork_child(bool *is_new);

/*
 * May this process record what it does to itself?  A child of vfork() may, and
 * that it was made is recorded first.  Its pid is in *child then, else 0.
 */
bool pxt_may_speak(pid_t *child, const void *caller);

/* In a forked child: this memory is ours now. */
void pxt_take_possession(void);

/* When that was last done, by pxt_now(). */
uint64_t pxt_possessed_since(void);

/*
 * The stack that this thread's last signal handler ran on, if it was an
 * alternate one: what is recorded there takes the room that it has.  Stored by
 * the trampolines, which the kernel tells (signals.c).
 */
struct pxt_stack {
	uintptr_t low;
	size_t size;
};
extern __thread struct pxt_stack pxt_alternate
	__attribute__((tls_model("initial-exec")));

/* Is the caller of this on that stack? */
static inline bool pxt_is_on_alternate(void)
{
	return (uintptr_t)__builtin_frame_address(0) - pxt_alternate.low <
	       pxt_alternate.size;
}

/*
 * Record, as the user event posixtrace_not_recorded, that something is not:
 * what, why, and how often.
 */
void pxt_warn(const char *what, const char *why, uint64_t times,
	      const void *caller);

/*
 * The process is about to do what we cannot follow it into: tell that, and
 * record nothing from here on.  If that came to nothing, we go on.  False: it
 * is not recorded anyway.
 */
bool pxt_stop(const char *why, const void *caller);
void pxt_resume(void);

/* Record; errno is kept. */
void pxt_record(trace_event_id_t id, const void *data, size_t len,
		const void *caller);

/* Nanoseconds of CLOCK_MONOTONIC. */
static inline uint64_t pxt_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* memory.c: read the environment, pick the means of measuring a block. */
void pxt_memory_init(void);

/* process.c: record that a child was made, or not. */
void pxt_record_fork(pid_t child, int status, const void *caller);

/* process.c: record the end of the process, once. */
void pxt_record_exit(int status, const void *caller);

/* process.c: the same from our destructor. */
void pxt_process_fini(void);

#endif
