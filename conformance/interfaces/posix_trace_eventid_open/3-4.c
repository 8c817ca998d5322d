/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EVOPEN-3: different names give different identifiers, none of them that of
 * a system type.
 *
 * Source: XSH posix_trace_eventid_open() DESCRIPTION, XBD 4.19 Tracing; TRC;
 * shall.
 *
 * Names of the greatest length that differ in one byte, wherever it is.
 */
#include "conftest.h"

static void test(void)
{
	static char name[4096];
	trace_event_id_t first, id;
	trace_id_t trid = ct_stream(NULL);
	long max = sysconf(_SC_TRACE_EVENT_NAME_MAX), i;

	if (max == -1)
		max = 30;
	if (max >= (long)sizeof(name))
		UNTESTED("TRACE_EVENT_NAME_MAX is %ld", max);
	memset(name, 'a', (size_t)max);
	first = CT_UNNAMED;
	EXPECT(posix_trace_eventid_open(name, &first), 0);
	for (i = max - 1; i >= 0; i -= max / 16 + 1) {
		name[i] = 'b';
		id = first;
		EXPECT(posix_trace_eventid_open(name, &id), 0);
		if (!ct_differ(trid, first, id))
			FAIL("names of %ld bytes that differ in byte %ld only "
					"have one identifier", max, i + 1);
		name[i] = 'a';
	}
	PASS("one byte of %ld makes another type", max);
}
