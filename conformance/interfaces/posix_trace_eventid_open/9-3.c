/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EVOPEN-E1: ENAMETOOLONG for a name longer than TRACE_EVENT_NAME_MAX bytes;
 * one of just that length is good.
 *
 * Source: XSH posix_trace_eventid_open() ERRORS; TRC; shall.
 *
 * Just as long as may be; the name comes back whole.
 */
#include "conftest.h"

static void test(void)
{
	char name[4096], got[4097];
	trace_event_id_t id;
	trace_id_t trid = ct_stream(NULL);
	long max = sysconf(_SC_TRACE_EVENT_NAME_MAX);

	if (max == -1)
		max = 30;
	if (max > 4000)
		UNTESTED("TRACE_EVENT_NAME_MAX is %ld", max);
	memset(name, 'n', sizeof(name));
	name[max] = '\0';
	EXPECT(posix_trace_eventid_open(name, &id), 0);
	EXPECT(posix_trace_eventid_get_name(trid, id, got), 0);
	if (strcmp(got, name) != 0)
		FAIL("expected a name of %ld bytes, got %zu", max, strlen(got));
	PASS("a name of %ld bytes is good", max);
}
