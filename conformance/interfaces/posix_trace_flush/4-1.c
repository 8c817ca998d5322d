/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FLUSH-5: FLUSH_START and FLUSH_STOP mark a flush of a running stream in
 * its log; they have no data.
 *
 * Source: XSH 2.11.2 System Trace Event Type Definitions; TRL; shall.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid = ct_logging(NULL, ct_file());

	ct_fire(id, 1);
	ct_flush(trid);
	ct_fire(id, 2);
	SETUP(posix_trace_shutdown(trid));
	trid = ct_reopen();
	if (!ct_find(ct_read, trid, &ev, POSIX_TRACE_FLUSH_START))
		FAIL("expected FLUSH_START in the log; none came");
	if (ev.len != 0)
		FAIL("expected FLUSH_START without data, got %zu bytes", ev.len);
	if (!ct_find(ct_read, trid, &ev, POSIX_TRACE_FLUSH_STOP))
		FAIL("expected FLUSH_STOP after FLUSH_START; none came");
	if (ev.len != 0)
		FAIL("expected FLUSH_STOP without data, got %zu bytes", ev.len);
	PASS("the log has FLUSH_START, then FLUSH_STOP");
}
