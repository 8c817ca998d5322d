/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * A thread of this process as a writer: one record per thread, from its first
 * event on, in memory that is never freed, so that others may read it without
 * asking whether the thread still exists.
 *
 *   frame      where on the stack the calls of the trace point are: one, or,
 *              in signal handlers, more, from the first on; 0 where there is
 *              none                                 (the thread; others read)
 *   writers    by depth and stream, NULL until used (the thread; the one that
 *              detaches a stream clears it when nobody can be using it)
 *
 * The first frame also protects the registry of streams: it is stored before
 * the registry is read, and a stream is unmapped only after the frame was seen
 * to be 0 in every thread.
 *
 * A handler may leave a trace point by longjmp at any instruction.  Its frame
 * stays, and the next trace point of the thread that finds it repairs what was
 * left half done (pxt_thread_recover) before it uses that depth.  What could
 * not be repaired, and makes system calls anyway, is done with signals
 * blocked: allocating memory, and taking over lanes of dead threads.
 */
#ifndef PXT_PROCESS_THREAD_H
#define PXT_PROCESS_THREAD_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/atomic.h"
#include "base/fence.h"
#include "ring/lane.h"

/* Nesting of handlers; events of deeper ones are lost. */
enum { PXT_DEPTHS = 4, PXT_POOL_WRITERS = 5 };

/* Writers; a depth takes as many pools as it needs. */
struct pxt_pool {
	struct pxt_writer writer[PXT_POOL_WRITERS];
	struct pxt_pool *more;
};

/* The writers of one depth. */
struct pxt_level {
	struct pxt_writer *writer[PXT_STREAMS];
	struct pxt_pool *pool;		/* NULL: only the fast one is used */
};

struct pxt_thread {
	/* A call that a handler left by longjmp is recognised by its
	 * address. */
	_Atomic uintptr_t frame[PXT_DEPTHS];
	_Atomic uint32_t user;		/* thread id, 0: out of use */
	/* The stream whose depth 0 writer is pxt_thread_self.fast, plus 1; and
	 * its thread key (self.h) if its clock is the counter ... */
	_Atomic unsigned fast_stream;
	uint64_t key;
	/* ... and if its clock is the kernel's */
	uint64_t clock_key;
	struct pxt_level *level[PXT_DEPTHS];
	struct pxt_writer_identity identity;
	struct pxt_level first;
};

struct pxt_translation;

/* A stream that the paths of several.h write to. */
struct pxt_known {
	struct pxt_writer *writer;
	const struct pxt_translation *translation;	/* or NULL */
	bool fences;			/* before the clock is read: lease.h */
	unsigned entry;
};

/* How many streams a thread knows at the same time. */
enum { PXT_SEVERAL = 4 };

struct pxt_several {
	uint64_t single_key;		/* of known[0] if that is all, or 0 */
	uint64_t key;			/* of the set of streams, or 0 */
	unsigned n;
	unsigned plain;			/* n, or 0: see several.h */
	uint64_t data_max;		/* of all */
	struct pxt_known known[PXT_SEVERAL];
};

/*
 * What only the thread itself reads.  It holds the writer of the usual case,
 * so that a trace point follows no pointer to a pointer: the latency of
 * dependent loads is not hidden behind the reading of the counter.
 */
struct pxt_thread_self {
	struct pxt_thread *thread;	/* NULL before the first event */
	struct pxt_writer fast;
	unsigned ignored;		/* events that were not recorded */
	struct pxt_thread *candidate;	/* for `thread`, being made */
	struct pxt_several several;
};

extern __thread struct pxt_thread_self pxt_thread_self
	__attribute__((tls_model("initial-exec")));

/*
 * For functions that no signal handler calls: the thread is not inside a trace
 * point, but a trace point may have been left by longjmp.
 */
void pxt_reader_recover_abandoned(void);

/*
 * The frame at `depth`, which is the deepest, was left by longjmp: it becomes
 * the caller's, at `place`, and the writers of that depth are repaired.
 */
void pxt_thread_recover(struct pxt_thread *thread, unsigned depth,
			uintptr_t place);

/*
 * The depth of a trace point at `frame`, if the frame at depth 0 is not 0: how many
 * it interrupts.  Those above it that were left by longjmp are repaired.
 */
unsigned pxt_thread_nesting(struct pxt_thread *thread, uintptr_t frame);

#ifdef __has_feature
#define PXT_CLANG_ASAN __has_feature(address_sanitizer)
#else
#define PXT_CLANG_ASAN 0
#endif

/*
 * The caller's position on its stack, by the address of one of its variables,
 * at no cost; but AddressSanitizer may keep variables elsewhere.
 */
static inline __attribute__((always_inline))
uintptr_t pxt_place_of(const char *local)
{
#if defined(__SANITIZE_ADDRESS__) || PXT_CLANG_ASAN
	(void)local;
	return (uintptr_t)__builtin_frame_address(0);
#else
	return (uintptr_t)local;
#endif
}

/* The key that the fast path of a thread compares. */
static inline uint64_t pxt_thread_key(const struct pxt_thread *thread,
				      enum pxt_clock_kind clock)
{
	return clock == PXT_CLOCK_COUNTER ? thread->key : thread->clock_key;
}

/* Is the calling thread inside a trace point? */
static inline bool pxt_reader_is_inside(void)
{
	const struct pxt_thread *thread = pxt_thread_self.thread;

	return thread && pxt_load_relaxed(&thread->frame[0]) != 0;
}

/* Reader enter, with the caller's position on the stack, and reader exit. */
static inline void pxt_reader_enter(struct pxt_thread *thread, unsigned depth,
				    uintptr_t place)
{
	pxt_fence_light();
	if (depth < PXT_DEPTHS)
		pxt_store_relaxed(&thread->frame[depth], place);
	/* What follows is not moved before it; the other side is in
	 * thread.c. */
	pxt_fence_light();
}

static inline void pxt_reader_exit(struct pxt_thread *thread, unsigned depth)
{
	/* Release: a thread that sees the frame gone sees what was done under
	 * it. */
	if (depth < PXT_DEPTHS)
		pxt_store_release(&thread->frame[depth], 0);
	pxt_fence_light();
}

/*
 * Once per process, before anything else.  `attached` returns the streams, as
 * bits, that a thread may still write to.
 */
void pxt_thread_prepare(uint64_t (*attached)(void));

/* The calling thread stops tracing, at the end of the process. */
void pxt_thread_leave(void);

/*
 * The record of the calling thread of process `pid`, made if necessary.  NULL:
 * no memory, or a quiet process cannot tell which thread it is.  Async-signal-safe.
 */
struct pxt_thread *pxt_thread_enter(pid_t pid);

/*
 * All threads without a record share one counter: enter and exit keep the
 * registry valid in between.  Async-signal-safe.
 */
void pxt_unregistered_enter(void);
void pxt_unregistered_exit(void);

/*
 * The writer for a stream at a depth, allocated if necessary.  NULL: no
 * memory, or too deep.  A new writer has no lane yet.
 */
struct pxt_writer *pxt_thread_writer(struct pxt_thread *thread,
				     unsigned depth, unsigned stream);

/*
 * Before the process is quiet (base/quiet.h): provide memory for the records of
 * some hundred threads, and the name of those that begin later.
 */
void pxt_thread_reserve(void);

/* In a forked child: forget all threads; the caller is the only one. */
void pxt_thread_forget_all(void);

/*
 * Has every other thread left all trace points that began before the caller's
 * last heavy fence?  Waits at most `wait_ns` for that.
 */
bool pxt_thread_all_left(uint64_t wait_ns);

/* No thread uses the writers for this stream any more: clear them. */
void pxt_thread_forget_stream(unsigned stream);

#endif
