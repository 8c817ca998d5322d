/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CREATE-7: many streams may trace one process, each independent of the
 * others.
 *
 * Source: XSH posix_trace_create() DESCRIPTION; TRC; shall.
 *
 * One that loses events says so, the others do not.
 */
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t small, others[2];
	int i, n = 0;

	ct_attr(&attr, POSIX_TRACE_LOOP, 5, 16);
	small = ct_running(&attr);
	others[0] = ct_stream(&attr);
	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, 5, 16);
	others[1] = ct_stream(&attr);
	while (ct_status(small).posix_stream_overrun_status !=
			POSIX_TRACE_OVERRUN) {
		if (n++ > 1000000)
			UNTESTED("the stream holds %d events", n);
		ct_fire(id, n);
	}
	for (i = 0; i < 2; i++)
		if (ct_status(others[i]).posix_stream_overrun_status !=
				POSIX_TRACE_NO_OVERRUN)
			FAIL("stream %d of 2 says OVERRUN and has lost nothing", i);
	PASS("only the stream that lost an event of %d said so", n);
}
