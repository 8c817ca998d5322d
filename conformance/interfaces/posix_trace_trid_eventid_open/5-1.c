/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * TRIDOPEN-E2: ENAMETOOLONG for a name longer than TRACE_EVENT_NAME_MAX
 * bytes; one of just that length is good.
 *
 * Source: XSH posix_trace_trid_eventid_open() ERRORS; TEF; shall.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

static void test(void)
{
	char name[4096];
	trace_event_id_t id;
	trace_id_t trid = ct_stream(NULL);
	long max = sysconf(_SC_TRACE_EVENT_NAME_MAX);

	if (max == -1 || max > 4000)
		UNTESTED("TRACE_EVENT_NAME_MAX is %ld", max);
	memset(name, 'n', sizeof(name));
	name[max + 1] = '\0';
	EXPECT(posix_trace_trid_eventid_open(trid, name, &id), ENAMETOOLONG);
	name[max] = '\0';
	EXPECT(posix_trace_trid_eventid_open(trid, name, &id), 0);
	PASS("%ld bytes are good, one more gave ENAMETOOLONG", max);
}
