/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The policies of streams and logs, by name. */
#ifndef POSIXTRACE_TOOLS_TRACE_POLICY_H
#define POSIXTRACE_TOOLS_TRACE_POLICY_H

#include <trace.h>

static inline const char *policy_name(int policy)
{
	switch (policy) {
	case POSIX_TRACE_LOOP:
		return "loop";
	case POSIX_TRACE_UNTIL_FULL:
		return "until-full";
	case POSIX_TRACE_FLUSH:
		return "flush";
	case POSIX_TRACE_APPEND:
		return "append";
	default:
		return "unknown";
	}
}

#endif
