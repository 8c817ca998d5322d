/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EVOPEN-2: the same name gives the same identifier.
 *
 * Source: XSH posix_trace_eventid_open() DESCRIPTION; TRC; shall.
 *
 * In another thread.
 */
#include "conftest.h"

static trace_event_id_t theirs;

static void *opener(void *arg)
{
	EXPECT(posix_trace_eventid_open("conformance a", &theirs), 0);
	return arg;
}

static void test(void)
{
	trace_event_id_t mine;
	trace_id_t trid = ct_stream(NULL);

	EXPECT(posix_trace_eventid_open("conformance a", &mine), 0);
	ct_join(ct_thread(opener, NULL));
	if (!posix_trace_eventid_equal(trid, mine, theirs))
		FAIL("expected one identifier in both threads, got two");
	PASS("the name has one identifier in both threads");
}
