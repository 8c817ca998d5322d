/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CREATE-7: many streams may trace one process, each independent of the
 * others.
 *
 * Source: XSH posix_trace_create() DESCRIPTION; TRC; shall.
 *
 * A start starts one of them.
 */
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t a = ct_stream(NULL), b = ct_stream(NULL);
	int before, after, first, second;

	SETUP(posix_trace_start(a));
	before = ct_status(b).posix_stream_status;
	ct_fire(id, 1);
	SETUP(posix_trace_start(b));
	after = ct_status(b).posix_stream_status;
	ct_fire(id, 2);
	if (before != POSIX_TRACE_SUSPENDED || after != POSIX_TRACE_RUNNING)
		FAIL("expected the second stream to be suspended until it is "
				"started, got status %d and then %d", before,
				after);
	first = ct_count(ct_try, a, id);
	second = ct_count(ct_try, b, id);
	if (first != 2 || second != 1)
		FAIL("expected 2 events in the first stream and 1 in the "
				"second, got %d and %d", first, second);
	PASS("each stream has the events since its start");
}
