/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * STAT-2: asking resets the overrun status of a stream.
 *
 * Source: XSH posix_trace_get_status() DESCRIPTION; TRC; shall.
 *
 * Nothing else does: an UNTIL_FULL stream that has lost events says so after other
 * calls, and when it has been read and goes on.
 */
#include "confoverrun.h"

static trace_id_t overfilled(const trace_attr_t *attr, trace_event_id_t id, int n)
{
	trace_id_t trid = ct_running(attr);

	ct_overfill(id, n);
	return trid;
}

static void expect(trace_id_t trid, const char *call)
{
	if (ct_status(trid).posix_stream_overrun_status != POSIX_TRACE_OVERRUN)
		FAIL("expected OVERRUN after %s", call);
	SETUP(posix_trace_shutdown(trid));
}

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr, in_use;
	trace_id_t trid;
	int n;

	ct_small(&attr);
	trid = ct_running(&attr);
	n = ct_fill(trid, id, 64);
	SETUP(posix_trace_shutdown(trid));
	/* Asking resets it, so another stream is asked whether there is one. */
	trid = overfilled(&attr, id, n);
	if (ct_status(trid).posix_stream_overrun_status != POSIX_TRACE_OVERRUN)
		UNTESTED(CT_NEVER_OVERRUN);
	SETUP(posix_trace_shutdown(trid));
	trid = overfilled(&attr, id, n);
	while (ct_try(trid, &ev))
		;
	expect(trid, "it was read");
	trid = overfilled(&attr, id, n);
	SETUP(posix_trace_start(trid));
	expect(trid, "posix_trace_start()");
	trid = overfilled(&attr, id, n);
	SETUP(posix_trace_stop(trid));
	expect(trid, "posix_trace_stop()");
	trid = overfilled(&attr, id, n);
	SETUP(posix_trace_get_attr(trid, &in_use));
	expect(trid, "posix_trace_get_attr()");
	PASS("the overrun was told after four calls");
}
