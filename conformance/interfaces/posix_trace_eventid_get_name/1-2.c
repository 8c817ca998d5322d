/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EVNAME-1: the name bound to the identifier in this stream or log is
 * copied.
 *
 * Source: XSH posix_trace_eventid_get_name() DESCRIPTION; TRC; shall.
 *
 * Nothing is written past TRACE_EVENT_NAME_MAX + 1 bytes.
 */
#include "conftest.h"

static void test(void)
{
	char name[4096];
	long max = sysconf(_SC_TRACE_EVENT_NAME_MAX);
	trace_event_id_t id = ct_type("a");
	trace_id_t trid = ct_stream(NULL);
	int i;

	if (max == -1 || max > 4000)
		UNTESTED("TRACE_EVENT_NAME_MAX is %ld", max);
	memset(name, '#', sizeof(name));
	EXPECT(posix_trace_eventid_get_name(trid, id, name), 0);
	for (i = 0; i < 16; i++)
		if (name[max + 1 + i] != '#')
			FAIL("byte %ld was written", max + 1 + i);
	PASS("get_name stays within TRACE_EVENT_NAME_MAX + 1 bytes");
}
