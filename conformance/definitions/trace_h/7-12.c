/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CONST-2: constants of one group differ from each other, and so do the
 * policies of streams and of logs.
 *
 * Source: XBD <trace.h> DESCRIPTION, XSH 2.11.1 posix_trace_status_info
 * Structure, XSH 2.11.1 Trace Stream Attributes; TRC; derived.
 *
 * Group: those and FILTER, compared by posix_trace_eventid_equal().
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

static void test(void)
{
	trace_id_t trid = ct_stream(NULL);
	trace_event_id_t ids[7];
	int i, j;

	ids[0] = POSIX_TRACE_ERROR;
	ids[1] = POSIX_TRACE_START;
	ids[2] = POSIX_TRACE_STOP;
	ids[3] = POSIX_TRACE_OVERFLOW;
	ids[4] = POSIX_TRACE_RESUME;
	ids[5] = CT_UNNAMED;
	ids[6] = POSIX_TRACE_FILTER;
	for (i = 0; i < 7; i++)
		for (j = 0; j < i; j++)
			if (posix_trace_eventid_equal(trid, ids[i], ids[j]))
				FAIL("event types %d and %d of the group are "
						"the same", j, i);
	PASS("the 7 event types of the group differ");
}
