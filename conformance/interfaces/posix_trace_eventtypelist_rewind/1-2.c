/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * LIST-3: the next call gives the first type again, and then the same
 * sequence.
 *
 * Source: XSH posix_trace_eventtypelist_rewind() DESCRIPTION; TRC; shall.
 *
 * The whole sequence, after its end.
 */
#include "conftest.h"

static void test(void)
{
	static trace_event_id_t ids[4000];
	trace_event_id_t id;
	trace_id_t trid;
	int none = 0, i, n;

	ct_type("conformance a");
	ct_type("conformance b");
	trid = ct_stream(NULL);
	for (n = 0; n < 4000; n++) {
		SETUP(posix_trace_eventtypelist_getnext_id(trid, &ids[n], &none));
		if (none)
			break;
	}
	EXPECT(posix_trace_eventtypelist_rewind(trid), 0);
	for (i = 0; i < n; i++) {
		SETUP(posix_trace_eventtypelist_getnext_id(trid, &id, &none));
		if (none || !posix_trace_eventid_equal(trid, id, ids[i]))
			FAIL("expected type %d of %d to be the same again", i, n);
	}
	SETUP(posix_trace_eventtypelist_getnext_id(trid, &id, &none));
	if (!none)
		FAIL("expected the list to end after %d types again", n);
	PASS("the same %d types came again", n);
}
