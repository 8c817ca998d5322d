/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * For `run`: what can be compiled with an implementation can be run with it, and what
 * its <unistd.h> says is absent.  Each option that programs name in NEEDS and that is
 * absent is a line.
 */
#include <sys/types.h>
#include <unistd.h>
#include <stdio.h>
#include <time.h>
#include <trace.h>

#ifndef CT_ASSUME
#define CT_ASSUME 0
#endif

static int (*volatile create)(pid_t, const trace_attr_t *restrict,
	trace_id_t *restrict) = posix_trace_create;
static void (*volatile event)(trace_event_id_t, const void *restrict, size_t) =
	posix_trace_event;

int main(void)
{
	trace_attr_t attr;
	int trace = sysconf(_SC_TRACE) != -1;

	/* The linker may leave out a library of which nothing is called, and does
	 * leave out parts of one that is no shared one, with what these need. */
	if (posix_trace_attr_init(&attr) != 0 || create == NULL || event == NULL)
		return 1;
#if defined(_POSIX_TRACE) && _POSIX_TRACE == -1
	trace = 0;
#endif
	if (!trace && CT_ASSUME == 0)
		puts("CT_TRACE");
	/* Absent when compiling: the names need not even be declared. */
#if defined(_POSIX_TRACE_EVENT_FILTER) && _POSIX_TRACE_EVENT_FILTER == -1 && \
	!(CT_ASSUME & 1)
	puts("CT_FILTER");
#endif
#if defined(_POSIX_TRACE_INHERIT) && _POSIX_TRACE_INHERIT == -1 && \
	!(CT_ASSUME & 2)
	puts("CT_INHERIT");
#endif
#if defined(_POSIX_TRACE_LOG) && _POSIX_TRACE_LOG == -1 && \
	!(CT_ASSUME & 4)
	puts("CT_LOG");
#endif
	return 0;
}
