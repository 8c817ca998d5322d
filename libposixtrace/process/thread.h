/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * A thread of this process as a writer: one record a thread, from its first
 * event on, in memory that is never given back, so that others may look at
 * it without asking whether the thread still lives.
 *
 *   frame      where on the stack the calls of the trace point are: one, or,
 *              in signal handlers, more, from the first on; 0 where there is
 *              none                                 (the thread; others read)
 *   writers    by depth and stream, NULL until used (the thread; the one who
 *              detaches a stream clears it when nobody can be using it)
 *
 * The first frame is also what protects the registry of streams: it is stored
 * before the registry is read, and a stream is unmapped only after it was
 * seen to be 0 in every thread.
 *
 * A handler may leave a trace point by longjmp at any instruction.  Its frame
 * stays, and the next one who finds it puts right what was left half done
 * (pxt_thread_recover) before it uses that depth.  What could not be put right,
 * and what makes system calls anyway, is done with signals held back: memory,
 * and the lanes of the dead.
 */
#ifndef PXT_PROCESS_THREAD_H
#define PXT_PROCESS_THREAD_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/atomic.h"
#include "base/fence.h"
#include "ring/lane.h"

/* A handler in a handler in a handler; what deeper ones record is lost. */
enum { PXT_DEPTHS = 4, PXT_POOL_WRITERS = 5 };

/* Writers, of which a depth takes as many as it needs. */
struct pxt_pool {
	struct pxt_writer writer[PXT_POOL_WRITERS];
	struct pxt_pool *more;
};

/* The writers of one depth. */
struct pxt_level {
	struct pxt_writer *writer[PXT_STREAMS];
	struct pxt_pool *pool;		/* NULL while there is only the fast one */
};

struct pxt_thread {
	/* One that a handler left by longjmp is noticed by its address. */
	_Atomic uintptr_t frame[PXT_DEPTHS];
	_Atomic uint32_t in_use;
	/* The stream whose depth 0 writer is pxt_thread_self.fast, plus 1; and that
	 * it is this one, by its key (self.h): if it goes by the counter ... */
	_Atomic unsigned fast_stream;
	uint64_t key;
	uint64_t clock_key;		/* ... and if by the kernel's clock */
	struct pxt_level *level[PXT_DEPTHS];
	struct pxt_writer_identity identity;
	struct pxt_level first;
};

/*
 * What only the thread itself looks at.  It holds the writer of the usual
 * case, so that a trace point follows no pointer to a pointer: loads that wait
 * for each other are not hidden behind the reading of the counter.
 */
struct pxt_thread_self {
	struct pxt_thread *thread;	/* NULL before the first event */
	struct pxt_writer fast;
	unsigned ignored;		/* events that no record was made of */
};

extern __thread struct pxt_thread_self pxt_thread_self
	__attribute__((tls_model("initial-exec")));

/* In a function that no signal handler calls: we are on top of no trace point,
 * but perhaps one was left by longjmp. */
void pxt_reader_recover_abandoned(void);

/*
 * The frame at `depth`, which is the deepest, was left by longjmp: it becomes
 * the caller's, at `place`, and the writers of that depth are made whole.
 */
void pxt_thread_recover(struct pxt_thread *thread, unsigned depth,
			uintptr_t place);

#ifdef __has_feature
#define PXT_CLANG_ASAN __has_feature(address_sanitizer)
#else
#define PXT_CLANG_ASAN 0
#endif

/*
 * Where the caller is on its stack, by one of its variables, for the price of
 * nothing; but AddressSanitizer may keep variables elsewhere.
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

/* The key that the fast path of a thread goes by. */
static inline uint64_t pxt_thread_key(const struct pxt_thread *thread,
				      enum pxt_clock_kind clock)
{
	return clock == PXT_CLOCK_COUNTER ? thread->key : thread->clock_key;
}

/* Is the calling thread on top of a trace point? */
static inline bool pxt_reader_is_inside(void)
{
	const struct pxt_thread *thread = pxt_thread_self.thread;

	return thread && pxt_load_relaxed(&thread->frame[0]) != 0;
}

/* Going down, at a place on the stack, and coming up. */
static inline void pxt_reader_enter(struct pxt_thread *thread, unsigned depth,
				    uintptr_t place)
{
	pxt_fence_light();
	if (depth < PXT_DEPTHS)
		pxt_store_relaxed(&thread->frame[depth], place);
	/* What follows is not moved before it; thread.c has the other side. */
	pxt_fence_light();
}

static inline void pxt_reader_exit(struct pxt_thread *thread, unsigned depth)
{
	/* Release: whoever sees us out sees what we did. */
	if (depth < PXT_DEPTHS)
		pxt_store_release(&thread->frame[depth], 0);
	pxt_fence_light();
}

/* Once a process, before anything else.  `attached` tells the streams, as
 * bits, that a thread may still write to. */
void pxt_thread_prepare(uint64_t (*attached)(void));

/* The calling thread traces no more, at the end of the process. */
void pxt_thread_leave(void);

/* The record of the calling thread of process `pid`, which is made if there is
 * none.  NULL: no memory.  Async-signal-safe. */
struct pxt_thread *pxt_thread_enter(pid_t pid);

/* All threads without a record together have one depth: in, and out again,
 * so that the registry stays meanwhile.  Async-signal-safe. */
void pxt_unregistered_enter(void);
void pxt_unregistered_exit(void);

/* The writer for a stream at a depth, making room for it.  NULL: no memory,
 * too deep.  It has no lane yet if it is new. */
struct pxt_writer *pxt_thread_writer(struct pxt_thread *thread,
				     unsigned depth, unsigned stream);

/* In a forked child: forget all threads; the caller is the only one. */
void pxt_thread_forget_all(void);

/*
 * Is every thread but the caller in no trace point that began before the
 * caller's last heavy fence?  Waits at most `wait_ns` for that.
 */
bool pxt_thread_all_left(uint64_t wait_ns);

/* Nobody uses the writers for this stream any more: forget them. */
void pxt_thread_forget_stream(unsigned stream);

#endif
