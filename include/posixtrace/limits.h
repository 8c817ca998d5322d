/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The system's <limits.h> and the limits of tracing: for programs that test
 * TRACE_EVENT_NAME_MAX and the like without including <trace.h>.  Programs
 * in strict ISO C, which own these names, do not get them.
 */
#ifdef __GNUC__
#pragma GCC system_header	/* #include_next is an extension */
#endif
#include_next <limits.h>

#if defined _POSIX_C_SOURCE && _POSIX_C_SOURCE >= 200112L

#ifndef _POSIX_TRACE_EVENT_NAME_MAX
#define _POSIX_TRACE_EVENT_NAME_MAX	30
#define _POSIX_TRACE_NAME_MAX		8
#define _POSIX_TRACE_SYS_MAX		8
#define _POSIX_TRACE_USER_EVENT_MAX	32
#endif
#ifndef TRACE_EVENT_NAME_MAX
#define TRACE_EVENT_NAME_MAX	63	/* bytes of an event name, without NUL */
#define TRACE_NAME_MAX		31	/* bytes of a stream name, without NUL */
#define TRACE_SYS_MAX		64	/* active streams of a user */
#define TRACE_USER_EVENT_MAX	1024	/* user event types of a process */
#endif

#endif /* _POSIX_C_SOURCE */
