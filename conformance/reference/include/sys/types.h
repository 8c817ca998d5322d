/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The system's <sys/types.h>, with the types of tracing.
 *
 * Of the four only trace_event_id_t must be an integer, since it has
 * constants.  The others are structures, so that a program that takes them for
 * something else does not compile.
 */
#include_next <sys/types.h>

#ifndef _REFTRACE_TYPES_H
#define _REFTRACE_TYPES_H

typedef struct {
	unsigned long __number;
} trace_id_t;

typedef unsigned int trace_event_id_t;

/* One bit for each type; without pointers, as it is also data of events. */
typedef struct {
	unsigned int __bits[8];
} trace_event_set_t;

typedef struct {
	char __name[32];
	char __version[8];
	long __created[2];	/* seconds and nanoseconds, as the next */
	long __resolution[2];
	size_t __stream_size;
	size_t __data_size;
	size_t __log_size;
	int __stream_policy;	/* 0: the default of the stream's kind */
	int __log_policy;
	int __inheritance;
} trace_attr_t;

#endif
