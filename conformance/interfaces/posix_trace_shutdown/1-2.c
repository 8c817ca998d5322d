/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * SHUT-1: the stream is stopped first, so the log of a running stream ends
 * in STOP with data 0, and has no user event after it.
 *
 * Source: XSH posix_trace_shutdown() DESCRIPTION, XSH posix_trace_stop()
 * DESCRIPTION; TRC; shall.
 *
 * A stream that is suspended gets no second STOP.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_id_t trid = ct_logging(NULL, ct_file());
	int n = 0;

	SETUP(posix_trace_stop(trid));
	EXPECT(posix_trace_shutdown(trid), 0);
	trid = ct_reopen();
	while (ct_find(ct_read, trid, &ev, POSIX_TRACE_STOP))
		n++;
	if (n != 1)
		FAIL("expected one STOP in the log, got %d", n);
	PASS("the log has one STOP");
}
