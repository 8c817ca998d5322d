/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EVOPEN-E1: ENAMETOOLONG for a name longer than TRACE_EVENT_NAME_MAX bytes;
 * one of just that length is good.
 *
 * Source: XSH posix_trace_eventid_open() ERRORS; TRC; shall.
 *
 * Two names of that length that differ at the end have two identifiers.
 */
#include "conftest.h"

static void test(void)
{
	char name[4096];
	trace_event_id_t one, two;
	trace_id_t trid = ct_stream(NULL);
	long max = sysconf(_SC_TRACE_EVENT_NAME_MAX);

	if (max == -1)
		max = 30;
	if (max > 4000)
		UNTESTED("TRACE_EVENT_NAME_MAX is %ld", max);
	memset(name, 'n', sizeof(name));
	name[max] = '\0';
	one = CT_UNNAMED;
	EXPECT(posix_trace_eventid_open(name, &one), 0);
	name[max - 1] = 'm';
	two = one;
	EXPECT(posix_trace_eventid_open(name, &two), 0);
	if (!ct_differ(trid, one, two))
		FAIL("two names of %ld bytes have one identifier", max);
	PASS("names of %ld bytes are told apart by the last", max);
}
