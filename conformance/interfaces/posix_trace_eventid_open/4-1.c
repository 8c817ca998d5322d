/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EVOPEN-4: no stream need exist; the mapping is kept for streams created
 * later.
 *
 * Source: XSH posix_trace_eventid_open() DESCRIPTION; TRC; shall.
 */
#include "conftest.h"

static void test(void)
{
	char name[4096];
	trace_event_id_t id;
	trace_id_t trid;

	EXPECT(posix_trace_eventid_open("conformance early", &id), 0);
	trid = ct_stream(NULL);
	EXPECT(posix_trace_eventid_get_name(trid, id, name), 0);
	if (strcmp(name, "conformance early") != 0)
		FAIL("expected \"conformance early\", got \"%.40s\"", name);
	PASS("the later stream knows the earlier name");
}
