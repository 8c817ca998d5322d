/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * STRUCT-2: struct posix_trace_status_info has its members, all int; those
 * of the log with the option Trace Log.
 *
 * Source: XBD <trace.h> DESCRIPTION, XSH 2.11.1 posix_trace_status_info
 * Structure; TRC; shall.
 */
#include "conftest.h"

static void test(void)
{
	static struct posix_trace_status_info st;
	int *members[3];
	int i, j;

	members[0] = &st.posix_stream_status;
	members[1] = &st.posix_stream_full_status;
	members[2] = &st.posix_stream_overrun_status;
	for (i = 0; i < 3; i++)
		*members[i] = i + 1;
	for (j = 0; j < 3; j++)
		if (*members[j] != j + 1)
			FAIL("member %d shares its place with another", j);
	PASS("the three members for every stream are there and are int");
}
