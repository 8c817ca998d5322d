/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * SHUT-5: all events that were not flushed are flushed first.
 *
 * Source: XSH posix_trace_shutdown() DESCRIPTION; TRL; shall.
 *
 * Events after an explicit flush.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	static struct ct_event ev;
	trace_id_t trid = ct_logging_for(40);
	int i;

	for (i = 0; i < 20; i++)
		ct_fire(id, i);
	ct_flush(trid);
	for (; i < 40; i++)
		ct_fire(id, i);
	EXPECT(posix_trace_shutdown(trid), 0);
	trid = ct_reopen();
	id = ct_type_in(trid, "conformance a");
	for (i = 0; i < 40; i++)
		if (!ct_find(ct_read, trid, &ev, id) || ct_number(&ev) != i)
			FAIL("expected event %d in the log, got "
					"%d", i, ct_number(&ev));
	PASS("the log has both halves of 40 events");
}
