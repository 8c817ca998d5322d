/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Limits that more than one room needs. */
#ifndef PXT_MODEL_LIMITS_H
#define PXT_MODEL_LIMITS_H

#include <posixtrace.h>

enum {
	PXT_ID_SPACE = 8 * sizeof(trace_event_set_t),	/* 2048 event types */
	PXT_ID_USER = 64,		/* first user type: the unnamed one */
	PXT_EVENT_NAME_SIZE = TRACE_EVENT_NAME_MAX + 1,
	PXT_NAME_SIZE = TRACE_NAME_MAX + 1,
	PXT_STREAMS = TRACE_SYS_MAX,
	PXT_COMM_SIZE = 16,		/* a thread's name, as the kernel has it */
	PXT_TYPE_SIZE = 248,		/* the arguments of a type, in words; see
					 * model/describe.h */
};

/* Defaults of the attributes (ASIZE-2), bytes. */
#define PXT_DEFAULT_STREAM_SIZE	((size_t)1 << 20)
#define PXT_DEFAULT_DATA_SIZE	((size_t)256)
#define PXT_DEFAULT_LOG_SIZE	((size_t)64 << 20)

/* The largest max-data-size in use; the length field of a record is 16 bits. */
#define PXT_DATA_SIZE_MAX	((size_t)65504)

/* Origin and version of the trace system (generation-version). */
#define PXT_GENVERSION		"pxt 0.1"

#endif
