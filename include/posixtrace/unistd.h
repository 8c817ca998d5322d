/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The system's <unistd.h>, but with tracing supported: for programs that
 * test _POSIX_TRACE without including <trace.h>.
 */
#ifdef __GNUC__
#pragma GCC system_header	/* #include_next is an extension */
#endif
#include_next <unistd.h>

#ifndef POSIXTRACE_INCLUDE_UNISTD_H
#define POSIXTRACE_INCLUDE_UNISTD_H

#undef _POSIX_TRACE
#undef _POSIX_TRACE_EVENT_FILTER
#undef _POSIX_TRACE_INHERIT
#undef _POSIX_TRACE_LOG
#define _POSIX_TRACE			200809L
#define _POSIX_TRACE_EVENT_FILTER	200809L
#define _POSIX_TRACE_INHERIT		200809L
#define _POSIX_TRACE_LOG		200809L

#endif /* POSIXTRACE_INCLUDE_UNISTD_H */
