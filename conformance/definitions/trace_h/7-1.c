/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CONST-2: constants of one group differ from each other, and so do the
 * policies of streams and of logs.
 *
 * Source: XBD <trace.h> DESCRIPTION, XSH 2.11.1 posix_trace_status_info
 * Structure, XSH 2.11.1 Trace Stream Attributes; TRC; derived.
 *
 * Group: the stream-full and log-full policies.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	static const int values[] = {
		POSIX_TRACE_LOOP,
		POSIX_TRACE_UNTIL_FULL,
		POSIX_TRACE_FLUSH,
		POSIX_TRACE_APPEND,
	};
	int i, j, n = (int)(sizeof(values) / sizeof(values[0]));

	for (i = 0; i < n; i++)
		for (j = 0; j < i; j++)
			if (values[i] == values[j])
				FAIL("constants %d and %d of the group are both %d",
						j, i, values[i]);
	PASS("the %d constants of the group differ", n);
}
