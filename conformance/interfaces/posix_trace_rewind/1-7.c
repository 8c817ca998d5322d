/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * REW-1: the next event is the oldest of the log again.
 *
 * Source: XSH posix_trace_rewind() DESCRIPTION; TRL; shall.
 *
 * The list of types goes on, when the log is rewound before each of them.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_event_id_t ids[4], id;
	trace_id_t trid = ct_made_log(ct_type("conformance a"), 3);
	int none = 0, i;

	for (i = 0; i < 4; i++)
		SETUP(posix_trace_eventtypelist_getnext_id(trid, &ids[i],
				&none));
	SETUP(posix_trace_eventtypelist_rewind(trid));
	for (i = 0; i < 4; i++) {
		EXPECT(posix_trace_rewind(trid), 0);
		SETUP(posix_trace_eventtypelist_getnext_id(trid, &id, &none));
		if (none || !posix_trace_eventid_equal(trid, id, ids[i]))
			FAIL("expected type %d of the list next", i + 1);
	}
	PASS("rewinding the log left the list of types alone");
}
