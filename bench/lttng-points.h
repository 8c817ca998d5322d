/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* LTTng trace points, declared as in lttng-ust(3): a sequence of bytes, like
 * the data of posix_trace_event(), and two integers. */
#undef LTTNG_UST_TRACEPOINT_PROVIDER
#define LTTNG_UST_TRACEPOINT_PROVIDER bench

#undef LTTNG_UST_TRACEPOINT_INCLUDE
#define LTTNG_UST_TRACEPOINT_INCLUDE "./lttng-points.h"

#if !defined(LTTNG_POINTS_H) || \
	defined(LTTNG_UST_TRACEPOINT_HEADER_MULTI_READ)
#define LTTNG_POINTS_H

#include <lttng/tracepoint.h>
#include <stdint.h>

LTTNG_UST_TRACEPOINT_EVENT(bench, bytes,
	LTTNG_UST_TP_ARGS(const uint8_t *, data, unsigned, len),
	LTTNG_UST_TP_FIELDS(
		lttng_ust_field_sequence(uint8_t, data, data, unsigned, len)
	)
)

LTTNG_UST_TRACEPOINT_EVENT(bench, words,
	LTTNG_UST_TP_ARGS(uint64_t, a, uint64_t, b),
	LTTNG_UST_TP_FIELDS(
		lttng_ust_field_integer(uint64_t, a, a)
		lttng_ust_field_integer(uint64_t, b, b)
	)
)

#endif

#include <lttng/tracepoint-event.h>
