/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * LIST-3: the next call gives the first type again, and then the same
 * sequence.
 *
 * Source: XSH posix_trace_eventtypelist_rewind() DESCRIPTION; TRC; shall.
 *
 * Before each event of a log, and at its end.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid = ct_made_log(id, 5);
	int i;

	id = ct_type_in(trid, "conformance a");
	for (i = 0; i < 5; i++) {
		EXPECT(posix_trace_eventtypelist_rewind(trid), 0);
		if (!ct_find(ct_read, trid, &ev, id) || ct_number(&ev) != i)
			FAIL("expected event %d next, got %d", i, ct_number(&ev));
	}
	if (ct_find(ct_read, trid, &ev, id))
		FAIL("expected 5 events, got another, %d", ct_number(&ev));
	EXPECT(posix_trace_eventtypelist_rewind(trid), 0);
	if (ct_find(ct_read, trid, &ev, id))
		FAIL("expected the log to stay at its end, got event %d",
				ct_number(&ev));
	PASS("the events went on whenever the list was rewound");
}
