/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The system's <limits.h> and the minima of tracing.  TRACE_EVENT_NAME_MAX and
 * the three others are left out, since they depend on the choices: a program
 * asks sysconf().
 */
#include_next <limits.h>

#ifndef _REFTRACE_LIMITS_H
#define _REFTRACE_LIMITS_H

#define _POSIX_TRACE_EVENT_NAME_MAX	30
#define _POSIX_TRACE_NAME_MAX		8
#define _POSIX_TRACE_SYS_MAX		8
#define _POSIX_TRACE_USER_EVENT_MAX	32

#endif
