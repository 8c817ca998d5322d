/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EVOPEN-E1: ENAMETOOLONG for a name longer than TRACE_EVENT_NAME_MAX bytes;
 * one of just that length is good.
 *
 * Source: XSH posix_trace_eventid_open() ERRORS; TRC; shall.
 *
 * One byte too long.
 */
#include "conftest.h"

static void test(void)
{
	char name[4096];
	trace_event_id_t id;
	long max = sysconf(_SC_TRACE_EVENT_NAME_MAX);

	if (max == -1 || max > 4000)
		UNTESTED("TRACE_EVENT_NAME_MAX is %ld", max);
	memset(name, 'n', sizeof(name));
	name[max + 1] = '\0';
	EXPECT(posix_trace_eventid_open(name, &id), ENAMETOOLONG);
	PASS("a name of %ld bytes gave ENAMETOOLONG", max + 1);
}
