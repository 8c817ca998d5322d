/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CREATE-8: the list of event types holds the predefined types and every
 * name that the process has registered.
 *
 * Source: XSH 2.11 Tracing, XSH posix_trace_eventid_open() DESCRIPTION; TRC;
 * shall.
 */
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id, one = ct_type("conformance one");
	trace_event_id_t two = ct_type("conformance two");
	trace_id_t trid;
	int none = 0, found = 0;

	CREATES(posix_trace_create(0, NULL, &trid));
	for (;;) {
		SETUP(posix_trace_eventtypelist_getnext_id(trid, &id, &none));
		if (none)
			break;
		found |= posix_trace_eventid_equal(trid, id, one) ? 1 : 0;
		found |= posix_trace_eventid_equal(trid, id, two) ? 2 : 0;
		found |= posix_trace_eventid_equal(trid, id,
				POSIX_TRACE_START) ? 4 : 0;
		found |= posix_trace_eventid_equal(trid, id, CT_UNNAMED) ? 8 : 0;
	}
	if (found != 15)
		FAIL("expected two names, START and the unnamed type (15), "
				"got %d", found);
	PASS("the list has the names registered before the create");
}
