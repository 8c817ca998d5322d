/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EX-9: the types of a log can be listed with their names.
 *
 * Source: XRAT B.2.11 Retrieve the List of Trace Event Types Used in a Trace
 * Log; TRL; derived.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	char name[4096];
	trace_event_id_t id;
	trace_id_t trid = ct_made_log(ct_type("conformance a"), 1);
	int none, n = 0, found = 0;

	for (;;) {
		EXPECT(posix_trace_eventtypelist_getnext_id(trid, &id, &none), 0);
		if (none)
			break;
		EXPECT(posix_trace_eventid_get_name(trid, id, name), 0);
		found += strcmp(name, "conformance a") == 0;
		found += strcmp(name, "posix_trace_start") == 0;
		n++;
	}
	if (found != 2)
		FAIL("expected one user type and START among %d, got %d", n, found);
	PASS("the log lists %d types", n);
}
