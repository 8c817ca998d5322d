/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * SHUT-5: all events that were not flushed are flushed first.
 *
 * Source: XSH posix_trace_shutdown() DESCRIPTION; TRL; shall.
 *
 * A stream that is full.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	static struct ct_event ev;
	trace_attr_t attr;
	trace_id_t trid;
	int i, n;

	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, 20, 64);
	SETUP(posix_trace_attr_setlogfullpolicy(&attr, POSIX_TRACE_APPEND));
	ct_room(&attr, 20, 64);
	trid = ct_logging(&attr, ct_file());
	n = ct_fill(trid, id, 64);
	EXPECT(posix_trace_shutdown(trid), 0);
	trid = ct_reopen();
	id = ct_type_in(trid, "conformance a");
	for (i = 0; i < 20; i++)
		if (!ct_find(ct_read, trid, &ev, id) || ct_number(&ev) != i)
			FAIL("expected event %d of %d in the log, got %d", i, n,
					ct_number(&ev));
	PASS("the log has the events of the full stream");
}
