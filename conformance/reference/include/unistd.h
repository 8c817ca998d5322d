/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The system's <unistd.h>, with the options of tracing.
 */
#include_next <unistd.h>

#ifndef _REFTRACE_UNISTD_H
#define _REFTRACE_UNISTD_H

#undef _POSIX_TRACE
#undef _POSIX_TRACE_EVENT_FILTER
#undef _POSIX_TRACE_INHERIT
#undef _POSIX_TRACE_LOG

/* 0: the headers have the option, and sysconf() says whether it is there. */
#define _POSIX_TRACE			200809L
#define _POSIX_TRACE_EVENT_FILTER	0
#define _POSIX_TRACE_INHERIT		0
#define _POSIX_TRACE_LOG		0

#endif
