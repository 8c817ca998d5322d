/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* posix_trace_event(): the trace point. */
#define POSIXTRACE_NO_INLINE
#include <posixtrace.h>

#include "model/eventset.h"
#include "process/several.h"
#include "process/trace.h"

/* `address` NULL: the call site of the function that this is inlined into. */
static inline __attribute__((always_inline))
enum pxt_outcome trace_fast(trace_event_id_t id, const void *data, size_t len,
		const void *address)
{
	const struct pxt_payload payload = {
		.data = data,
		.len = len,
	};

	return pxt_trace_fast(PXT_CLOCK_COUNTER, (unsigned)id, &payload,
			      address);
}

/* Each of these is out of line, so that the one before spills no registers. */
static __attribute__((noinline))
void trace_left(trace_event_id_t id, const void *data, size_t len,
		const void *address, uint64_t left)
{
	const struct pxt_payload payload = {
		.data = data,
		.len = len,
	};

	pxt_trace_left(left, (unsigned)id, &payload, address);
}

static __attribute__((noinline))
void trace_several(trace_event_id_t id, const void *data, size_t len,
		const void *address, unsigned before)
{
	const struct pxt_payload payload = {
		.data = data,
		.len = len,
	};
	uint64_t left = pxt_several_trace(before, (unsigned)id, &payload,
					  address);

	if (pxt_unlikely(left))
		trace_left(id, data, len, address, left);
}

static inline __attribute__((always_inline))
void trace_plain(unsigned n, trace_event_id_t id, const void *data, size_t len,
		const void *address)
{
	const struct pxt_payload payload = {
		.data = data,
		.len = len,
	};
	unsigned again = pxt_several_plain(n, (unsigned)id, &payload, address);

	if (pxt_unlikely(again))
		trace_several(id, data, len, address,
			      again & ~(unsigned)PXT_SEVERAL_AGAIN);
}

static __attribute__((noinline))
void trace_two(trace_event_id_t id, const void *data, size_t len,
		const void *address)
{
	trace_plain(2, id, data, len, address);
}

static __attribute__((noinline))
void trace_three(trace_event_id_t id, const void *data, size_t len,
		const void *address)
{
	trace_plain(3, id, data, len, address);
}

static __attribute__((noinline))
void trace_single(trace_event_id_t id, const void *data, size_t len,
		const void *address)
{
	const struct pxt_payload payload = {
		.data = data,
		.len = len,
	};
	uint64_t left = pxt_single_trace((unsigned)id, &payload, address);

	if (pxt_unlikely(left))
		trace_left(id, data, len, address, left);
}

/* What the fast path has left: `address` is needed from here on. */
static inline __attribute__((always_inline))
void trace_rest(enum pxt_outcome outcome, trace_event_id_t id,
		const void *data, size_t len, const void *address)
{
	const struct pxt_several *several = &pxt_thread_self.several;

	switch (outcome) {
	case PXT_TRACED:
		break;
	case PXT_AWAITED:
		pxt_trace_wake();
		break;
	case PXT_SINGLE_KEY:
		trace_single(id, data, len, address);
		break;
	case PXT_SET_KEY:
		if (several->plain == 2)
			trace_two(id, data, len, address);
		else if (several->plain == 3)
			trace_three(id, data, len, address);
		else
			trace_several(id, data, len, address, 0);
		break;
	case PXT_SLOW_PATH:
		pxt_trace((unsigned)id, data, len, address, true);
	}
}

static __attribute__((noinline))
void trace_long(trace_event_id_t id, const void *data, size_t len,
		const void *address)
{
	trace_rest(trace_fast(id, data, len, address), id, data, len, address);
}

/* Inlined into a function whose caller's address is recorded. */
static inline __attribute__((always_inline))
void trace(trace_event_id_t id, const void *data, size_t len)
{
	/* EVENT-11: an id that no open call gave is ignored. */
	if (pxt_unlikely(id < PXT_ID_USER || id >= PXT_ID_SPACE))
		return;
	if (pxt_unlikely(len > PXT_SMALL))
		trace_long(id, data, len, __builtin_return_address(0));
	else
		trace_rest(trace_fast(id, data, len, NULL), id, data, len,
			   __builtin_return_address(0));
}

void posix_trace_event(trace_event_id_t event_id,
		const void *restrict data_ptr, size_t data_len)
{
	if (pxt_likely(pxt_self_is_untraced()))
		return;
	trace(event_id, data_ptr, data_len);
}

/* Called by <trace.h>, which has checked already. */
void __posix_trace_event(trace_event_id_t event_id,
		const void *restrict data_ptr, size_t data_len)
{
	trace(event_id, data_ptr, data_len);
}

/*
 * The fast path of a system event.  The data is not truncated, as a user's is: what
 * is longer than the stream's maximum has no fast path.
 */
static inline __attribute__((always_inline))
enum pxt_outcome system_fast(trace_event_id_t id, const void *data, size_t len,
		const void *address)
{
	/* Without an address trace_fast() would take the caller's. */
	if (pxt_unlikely(id <= POSIX_TRACE_FLUSH_STOP || id >= PXT_ID_USER ||
			 len > PXT_SYSTEM_DATA_MAX || !address))
		return PXT_SLOW_PATH;
	/* Many have none, so that this saves them the tests for its length. */
	return len ? trace_fast(id, data, len, address) :
	       trace_fast(id, NULL, 0, address);
}

/* The paths of several.h, then the slow one. */
static __attribute__((noinline))
void system_rest(enum pxt_outcome outcome, trace_event_id_t id,
		const void *data, size_t len, const void *address)
{
	const struct pxt_payload payload = {
		.data = data,
		.len = len,
	};
	uint64_t left = pxt_several_trace_any(outcome, (unsigned)id, &payload,
					      address);

	if (left == PXT_SEVERAL_NONE)
		pxt_trace((unsigned)id, data, len, address, false);
	else if (pxt_unlikely(left))
		pxt_trace_left(left, (unsigned)id, &payload, address);
}

void posixtrace_system_event(trace_event_id_t event_id, const void *data,
		size_t data_len, const void *address)
{
	enum pxt_outcome outcome;

	if (pxt_self_is_untraced())
		return;
	if (event_id <= POSIX_TRACE_FLUSH_STOP || event_id >= PXT_ID_USER)
		return;
	if (data_len > PXT_SYSTEM_DATA_MAX)
		data_len = PXT_SYSTEM_DATA_MAX;
	outcome = system_fast(event_id, data, data_len, address);
	if (outcome == PXT_AWAITED)
		pxt_trace_wake();
	else if (outcome != PXT_TRACED)
		system_rest(outcome, event_id, data, data_len, address);
}

static __attribute__((noinline))
int try_rest(enum pxt_outcome outcome, trace_event_id_t id, const void *data,
		size_t len, const void *address)
{
	const struct pxt_payload payload = {
		.data = data,
		.len = len,
	};

	switch (outcome) {
	case PXT_AWAITED:
		pxt_trace_wake();
		return 1;
	case PXT_SINGLE_KEY:
		return pxt_single_trace((unsigned)id, &payload, address) == 0;
	case PXT_SET_KEY:
		/* What it leaves would be for the slow path. */
		pxt_reader_exit(pxt_thread_self.thread, 0);
		return 0;
	default:
		return 0;
	}
}

/* Whether the process is traced need not be asked: the key tells. */
int posixtrace_try_system_event(trace_event_id_t event_id, const void *data,
		size_t data_len, const void *address)
{
	enum pxt_outcome outcome = system_fast(event_id, data, data_len,
					       address);

	if (pxt_likely(outcome == PXT_TRACED))
		return 1;
	return try_rest(outcome, event_id, data, data_len, address);
}

int posixtrace_is_traced(void)
{
	return !pxt_self_is_untraced();
}
