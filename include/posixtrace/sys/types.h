/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The system's <sys/types.h> and the types of tracing, which the standard
 * has in both this header and <trace.h>.  The text between the guards is
 * that of <trace.h>; a test compares them.
 */
#ifdef __GNUC__
#pragma GCC system_header	/* #include_next is an extension */
#endif
#include_next <sys/types.h>

#ifndef POSIXTRACE_TYPES_DEFINED
#define POSIXTRACE_TYPES_DEFINED

/* An event type; meaningful in one process or stream, see eventid_equal. */
typedef unsigned int trace_event_id_t;

/* A stream, meaningful only in the process that created or opened it. */
typedef unsigned long trace_id_t;

/*
 * A set of event types: plain bits, no pointers.  May be assigned, passed by
 * value, and copied as bytes (it is the data of START and FILTER events).
 */
typedef struct {
	unsigned long posix_trace_bits[256 / sizeof(unsigned long)];
} trace_event_set_t;

/* Attributes of a stream; neither assignable nor comparable. */
typedef union {
	char posix_trace_opaque[256];
	unsigned long posix_trace_align;
} trace_attr_t;

#endif /* POSIXTRACE_TYPES_DEFINED */
