/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CREATE-7: many streams may trace one process, each independent of the
 * others.
 *
 * Source: XSH posix_trace_create() DESCRIPTION; TRC; shall.
 *
 * One overflows, the other has room.
 */
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t small, large;
	int i, n;

	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, 20, 64);
	small = ct_running(&attr);
	n = ct_fill(small, id, 64);
	SETUP(posix_trace_shutdown(small));
	small = ct_running(&attr);
	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, (size_t)n + 40, 64);
	large = ct_running(&attr);
	n = ct_fill(small, id, 64);
	for (i = 0; i < 16; i++)
		ct_fire(id, n + i);
	if (ct_status(large).posix_stream_full_status != POSIX_TRACE_NOT_FULL ||
	    ct_status(large).posix_stream_status != POSIX_TRACE_RUNNING)
		FAIL("a full stream made another one full");
	i = ct_count(ct_try, large, id);
	if (i != n + 16)
		FAIL("expected %d events in the large stream, got %d", n + 16, i);
	PASS("the large stream has all of %d events", i);
}
