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

/* In a forked child: this memory is ours now. */
void pxt_take_possession(void);

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

/* process.c: record the end of the process, once. */
void pxt_record_exit(int status, const void *caller);

/* process.c: the same from our destructor. */
void pxt_process_fini(void);

#endif
