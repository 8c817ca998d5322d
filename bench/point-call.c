/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The trace point as a call, without the inline part of <trace.h>. */
#define POSIXTRACE_NO_INLINE
#include "point-call.h"

#include "bench.h"

void fire_by_call(trace_event_id_t id, const void *data, size_t size,
		  unsigned n)
{
	for (n /= 8; n--;)
		BENCH_EIGHT(posix_trace_event(id, data, size));
}
