/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * LIST-6: the list of a pre-recorded stream comes from its log.
 *
 * Source: XSH 2.11 Tracing; TRL; shall.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	char name[4096];
	trace_event_id_t id;
	trace_id_t trid = ct_made_log(ct_type("conformance before"), 1);
	int none = 0, before = 0, after = 0, start = 0;

	ct_type("conformance after");
	for (;;) {
		EXPECT(posix_trace_eventtypelist_getnext_id(trid, &id, &none), 0);
		if (none)
			break;
		SETUP(posix_trace_eventid_get_name(trid, id, name));
		before += strcmp(name, "conformance before") == 0;
		after += strcmp(name, "conformance after") == 0;
		start += strcmp(name, "posix_trace_start") == 0;
	}
	if (before != 1 || after != 0 || start != 1)
		FAIL("expected the log's name and START once, and no later "
				"name; got %d, %d, %d",
				before, start, after);
	PASS("the list is that of the log");
}
