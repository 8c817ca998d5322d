/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CREATE-7: many streams may trace one process, each independent of the
 * others.
 *
 * Source: XSH posix_trace_create() DESCRIPTION; TRC; shall.
 *
 * A stop stops one of them.
 */
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t a = ct_running(NULL), b = ct_running(NULL);
	int status, first, second;

	ct_fire(id, 1);
	SETUP(posix_trace_stop(a));
	status = ct_status(b).posix_stream_status;
	ct_fire(id, 2);
	if (status != POSIX_TRACE_RUNNING)
		FAIL("expected the second stream to run on, got status %d",
				status);
	first = ct_count(ct_try, a, id);
	second = ct_count(ct_try, b, id);
	if (first != 1 || second != 2)
		FAIL("expected 1 event in the first stream and 2 in the "
				"second, got %d and %d", first, second);
	PASS("the stream that was not stopped has the later event");
}
