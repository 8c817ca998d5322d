/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * SET-4: POSIX_TRACE_WOPID_EVENTS puts in system types only.
 *
 * Source: XSH posix_trace_eventset_fill() DESCRIPTION; TEF; shall.
 *
 * What it puts in is among the system types.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

static void test(void)
{
	char name[4096];
	trace_event_id_t id;
	trace_event_set_t wopid, system;
	trace_id_t trid = ct_stream(NULL);
	int none = 0, in, also;

	EXPECT(posix_trace_eventset_fill(&wopid, POSIX_TRACE_WOPID_EVENTS), 0);
	SETUP(posix_trace_eventset_fill(&system, POSIX_TRACE_SYSTEM_EVENTS));
	for (;;) {
		SETUP(posix_trace_eventtypelist_getnext_id(trid, &id, &none));
		if (none)
			break;
		in = also = -1;
		SETUP(posix_trace_eventset_ismember(id, &wopid, &in));
		SETUP(posix_trace_eventset_ismember(id, &system, &also));
		SETUP(posix_trace_eventid_get_name(trid, id, name));
		if (in && !also)
			FAIL("\"%.40s\" is process-independent but no system "
					"type", name);
	}
	PASS("the process-independent types are system types");
}
