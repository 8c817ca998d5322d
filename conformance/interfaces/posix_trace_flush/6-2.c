/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FLUSH-7: between successive flushes nothing is lost or comes twice.
 *
 * Source: XSH posix_trace_flush() DESCRIPTION, XBD 4.19 Tracing; TRL; derived.
 *
 * Control events come once, too.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_id_t trid = ct_logging(NULL, ct_file());
	int i, starts = 0, stops = 0;

	for (i = 0; i < 5; i++) {
		ct_flush(trid);
		SETUP(posix_trace_stop(trid));
		ct_flush(trid);
		SETUP(posix_trace_start(trid));
	}
	SETUP(posix_trace_shutdown(trid));
	trid = ct_reopen();
	while (ct_read(trid, &ev)) {
		starts += ct_is(trid, &ev, POSIX_TRACE_START) != 0;
		stops += ct_is(trid, &ev, POSIX_TRACE_STOP) != 0;
	}
	if (starts != 6 || stops != 6)
		FAIL("expected 6 STARTs and 6 STOPs, got %d and %d", starts, stops);
	PASS("each START and STOP came once");
}
