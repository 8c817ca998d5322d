/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * STAT-2: asking resets the overrun status of a stream.
 *
 * Source: XSH posix_trace_get_status() DESCRIPTION; TRC; shall.
 *
 * Neither a flush does, nor the restart of the stream that it has made room in.
 */
#define NEEDS (CT_LOG)
#include "confoverrun.h"

static trace_id_t overfilled(const trace_attr_t *attr, trace_event_id_t id, int n)
{
	trace_id_t trid = ct_logging(attr, ct_file());

	ct_overfill(id, n);
	return trid;
}

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid;
	int n;

	ct_small(&attr);
	trid = ct_logging(&attr, ct_file());
	n = ct_fill(trid, id, 64);
	SETUP(posix_trace_shutdown(trid));
	/* Asking resets it, so another stream is asked whether there is one. */
	trid = overfilled(&attr, id, n);
	if (ct_status(trid).posix_stream_overrun_status != POSIX_TRACE_OVERRUN)
		UNTESTED(CT_NEVER_OVERRUN);
	SETUP(posix_trace_shutdown(trid));
	trid = overfilled(&attr, id, n);
	EXPECT(posix_trace_flush(trid), 0);
	/* When it runs again, the flush is complete. */
	CT_WATCH(0);
	if (ct_status(trid).posix_stream_overrun_status != POSIX_TRACE_OVERRUN)
		FAIL("expected OVERRUN after the flush of a stream that had lost "
				"events");
	PASS("the overrun was told after the flush");
}
