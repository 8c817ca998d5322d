/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * SHUT-6: the log has all that can be asked later: attributes, event types
 * and their names, and the status.
 *
 * Source: XSH posix_trace_shutdown() DESCRIPTION; TRL; shall.
 *
 * Types that were registered, but never recorded.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	char name[4096];
	trace_event_id_t id;
	trace_id_t trid = ct_logging(NULL, ct_file());
	int none = 0, found = 0;

	ct_type("conformance unused");
	EXPECT(posix_trace_shutdown(trid), 0);
	trid = ct_reopen();
	while (!found) {
		SETUP(posix_trace_eventtypelist_getnext_id(trid, &id, &none));
		if (none)
			break;
		SETUP(posix_trace_eventid_get_name(trid, id, name));
		found = strcmp(name, "conformance unused") == 0;
	}
	if (!found)
		FAIL("expected the name in the log's list; it is not there");
	PASS("the log knows a type that was never recorded");
}
