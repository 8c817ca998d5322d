/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * LIST-1: the first call gives the first type, each further call the next
 * one, with *unavailable zero.
 *
 * Source: XSH posix_trace_eventtypelist_getnext_id() DESCRIPTION; TRC; shall.
 *
 * A flush, a start and a stop do not change which is next.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_event_id_t ids[4], id;
	trace_id_t trid = ct_logged(NULL, ct_file());
	int none, i;

	for (i = 0; i < 4; i++)
		SETUP(posix_trace_eventtypelist_getnext_id(trid, &ids[i],
				&none));
	SETUP(posix_trace_eventtypelist_rewind(trid));
	for (i = 0; i < 4; i++) {
		EXPECT(posix_trace_eventtypelist_getnext_id(trid, &id, &none),
				0);
		if (none || !posix_trace_eventid_equal(trid, id, ids[i]))
			FAIL("expected type %d of the list next", i + 1);
		if (i == 0)
			SETUP(posix_trace_start(trid));
		else if (i == 1)
			ct_flush(trid);
		else if (i == 2)
			SETUP(posix_trace_stop(trid));
	}
	PASS("the list went on after a start, a flush and a stop");
}
