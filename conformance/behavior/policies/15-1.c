/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * UF-9: UNTIL_FULL is good for streams with log, where a flush makes room.
 *
 * Source: XSH posix_trace_attr_setstreamfullpolicy() DESCRIPTION; TRL; shall.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid;
	int i, n;

	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, 20, 64);
	SETUP(posix_trace_attr_setlogfullpolicy(&attr, POSIX_TRACE_APPEND));
	ct_room(&attr, 20, 64);
	trid = ct_logging(&attr, ct_file());
	n = ct_fill(trid, id, 64);
	for (i = 0; i < 16; i++)
		ct_fire(id, n + i);
	if (ct_status(trid).posix_stream_status != POSIX_TRACE_SUSPENDED)
		FAIL("expected the full stream to be suspended");
	ct_flush(trid);
	ct_fire(id, -3);
	SETUP(posix_trace_shutdown(trid));
	trid = ct_reopen();
	id = ct_type_in(trid, "conformance a");
	if (!ct_find(ct_read, trid, &ev, POSIX_TRACE_STOP) || ct_number(&ev) == 0)
		FAIL("expected the automatic STOP in the log");
	if (!ct_find(ct_read, trid, &ev, POSIX_TRACE_START))
		FAIL("expected START after the automatic STOP in the log");
	if (!ct_find(ct_read, trid, &ev, id) || ct_number(&ev) != -3)
		FAIL("expected the event after START, got %d", ct_number(&ev));
	PASS("the log has STOP, START and the event after the flush");
}
