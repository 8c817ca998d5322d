/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EVOPEN-E1: ENAMETOOLONG for a name longer than TRACE_EVENT_NAME_MAX bytes;
 * one of just that length is good.
 *
 * Source: XSH posix_trace_eventid_open() ERRORS; TRC; shall.
 *
 * Far too long.
 */
#include "conftest.h"

static void test(void)
{
	static char name[100000];
	trace_event_id_t id;
	long max = sysconf(_SC_TRACE_EVENT_NAME_MAX);

	if (max == -1 || max > 90000)
		UNTESTED("TRACE_EVENT_NAME_MAX is %ld", max);
	memset(name, 'n', sizeof(name) - 1);
	EXPECT(posix_trace_eventid_open(name, &id), ENAMETOOLONG);
	PASS("a name of 99999 bytes gave ENAMETOOLONG");
}
