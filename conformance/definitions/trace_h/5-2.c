/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * STRUCT-2: struct posix_trace_status_info has its members, all int; those
 * of the log with the option Trace Log.
 *
 * Source: XBD <trace.h> DESCRIPTION, XSH 2.11.1 posix_trace_status_info
 * Structure; TRC; shall.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	static struct posix_trace_status_info st;
	int *members[4];
	int i, j;

	members[0] = &st.posix_stream_flush_status;
	members[1] = &st.posix_stream_flush_error;
	members[2] = &st.posix_log_overrun_status;
	members[3] = &st.posix_log_full_status;
	for (i = 0; i < 4; i++)
		*members[i] = i + 1;
	for (j = 0; j < 4; j++)
		if (*members[j] != j + 1)
			FAIL("member %d shares its place with another", j);
	PASS("the four members for logs are there and are int");
}
