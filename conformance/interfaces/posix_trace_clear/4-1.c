/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CLEAR-6: the log of a stream is begun anew, and is not full.
 *
 * Source: XSH posix_trace_clear() DESCRIPTION; TRL; shall.
 *
 * What was flushed before is not in the log.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	static struct ct_event ev;
	trace_id_t trid = ct_logging(NULL, ct_file());
	int i;

	for (i = 0; i < 30; i++)
		ct_fire(id, i);
	ct_flush(trid);
	ct_fire(id, 30);
	EXPECT(posix_trace_clear(trid), 0);
	ct_fire(id, 100);
	ct_fire(id, 101);
	SETUP(posix_trace_shutdown(trid));
	trid = ct_reopen();
	id = ct_type_in(trid, "conformance a");
	if (!ct_find(ct_read, trid, &ev, id) || ct_number(&ev) != 100)
		FAIL("expected event 100 first in the log, got %d", ct_number(&ev));
	if (!ct_find(ct_read, trid, &ev, id) || ct_number(&ev) != 101)
		FAIL("expected event 101 second in the log, got %d", ct_number(&ev));
	if (ct_find(ct_read, trid, &ev, id))
		FAIL("expected two events in the log, a third is %d", ct_number(&ev));
	PASS("the log has what came after the clear");
}
