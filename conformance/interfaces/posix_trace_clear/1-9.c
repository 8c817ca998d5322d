/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CLEAR-1: all events recorded before are gone, and the stream is not full.
 *
 * Source: XSH posix_trace_clear() DESCRIPTION; TRC; shall.
 *
 * The old loss is not reported either, when there is another one
 * since; that one is reported once, with its own time.
 */
#include "confoverrun.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	struct timespec first;
	trace_id_t trid;
	int i, n;

	trid = ct_overwritten(id, &n);
	SETUP(posix_trace_clear(trid));
	ct_fire(id, -1);
	do
		if (!ct_try(trid, &ev) || ct_is(trid, &ev, POSIX_TRACE_OVERFLOW))
			FAIL("expected the event after the clear first");
	while (!ct_is(trid, &ev, id));
	first = ev.info.posix_timestamp;
	/* A clear may leave the overrun status, asking for it does not. */
	ct_status(trid);
	for (i = 0; ct_status(trid).posix_stream_overrun_status !=
			POSIX_TRACE_OVERRUN; i++) {
		if (i > 1000000)
			UNTESTED("the stream holds %d events", i);
		ct_fire(id, i);
	}
	for (i = 0; ct_try(trid, &ev);) {
		if (!ct_is(trid, &ev, POSIX_TRACE_OVERFLOW))
			continue;
		i++;
		if (ct_ts_cmp(ev.info.posix_timestamp, first) < 0)
			FAIL("OVERFLOW has the time of a loss before the clear");
	}
	if (i != 1)
		FAIL("expected one OVERFLOW, got %d", i);
	PASS("only the overflow after the clear was told");
}
