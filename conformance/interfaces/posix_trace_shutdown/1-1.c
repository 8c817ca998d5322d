/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * SHUT-1: the stream is stopped first, so the log of a running stream ends
 * in STOP with data 0, and has no user event after it.
 *
 * Source: XSH posix_trace_shutdown() DESCRIPTION, XSH posix_trace_stop()
 * DESCRIPTION; TRC; shall.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid = ct_logging(NULL, ct_file());
	int users = 0;

	ct_fire(id, 1);
	EXPECT(posix_trace_shutdown(trid), 0);
	ct_fire(id, 2);
	trid = ct_reopen();
	id = ct_type_in(trid, "conformance a");
	while (ct_read(trid, &ev) && !ct_is(trid, &ev, POSIX_TRACE_STOP))
		users += ct_is(trid, &ev, id) != 0;
	if (!ct_is(trid, &ev, POSIX_TRACE_STOP))
		FAIL("expected STOP in the log; it has none");
	if (ev.len != sizeof(int) || ct_number(&ev) != 0)
		FAIL("expected STOP with data 0, got %zu bytes, "
				"%d", ev.len, ct_number(&ev));
	if (users != 1 || ct_find(ct_read, trid, &ev, id))
		FAIL("expected one user event before STOP and none after it");
	PASS("the log ends as posix_trace_stop() would end it");
}
