/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CREATE-7: many streams may trace one process, each independent of the
 * others.
 *
 * Source: XSH posix_trace_create() DESCRIPTION; TRC; shall.
 *
 * One that loses events says so, the others, which run and have a log, do
 * not.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	struct posix_trace_status_info st;
	trace_attr_t attr;
	trace_id_t small, large, logged;
	int i, n;

	ct_attr(&attr, POSIX_TRACE_LOOP, 5, 16);
	small = ct_running(&attr);
	n = ct_fill(small, id, 16);
	ct_attr(&attr, POSIX_TRACE_LOOP, 4 * (size_t)n + 100, 16);
	large = ct_running(&attr);
	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, 4 * (size_t)n + 100, 16);
	SETUP(posix_trace_attr_setlogfullpolicy(&attr, POSIX_TRACE_APPEND));
	ct_room(&attr, 4 * (size_t)n + 100, 16);
	logged = ct_logging(&attr, ct_file());
	for (i = 0; i < 3 * n; i++)
		ct_fire(id, i);
	if (ct_status(small).posix_stream_overrun_status != POSIX_TRACE_OVERRUN)
		UNTESTED("the small stream has lost nothing of %d events", i);
	if (ct_status(large).posix_stream_overrun_status !=
			POSIX_TRACE_NO_OVERRUN)
		FAIL("the large stream says OVERRUN and has lost nothing");
	ct_flush(logged);
	st = ct_status(logged);
	if (st.posix_stream_overrun_status != POSIX_TRACE_NO_OVERRUN ||
	    st.posix_log_overrun_status != POSIX_TRACE_NO_OVERRUN)
		FAIL("the stream with log says OVERRUN and has lost nothing");
	PASS("only the stream that lost events said so");
}
