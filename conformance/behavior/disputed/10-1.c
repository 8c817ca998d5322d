/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * READ-10: posix_trace_start() starts a LOOP stream again that was stopped
 * while full, and records START, or does nothing, as for every full stream.
 *
 * Source: XSH posix_trace_start() DESCRIPTION, XSH
 * posix_trace_attr_setstreamfullpolicy() DESCRIPTION; TRC; disputed.
 *
 * The first START has been overwritten.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid;
	int i, n, runs;

	ct_attr(&attr, POSIX_TRACE_LOOP, 20, 64);
	trid = ct_running(&attr);
	n = ct_fill(trid, id, 64);
	for (i = 0; i < 2 * n; i++)
		ct_fire(id, i);
	SETUP(posix_trace_stop(trid));
	SETUP(posix_trace_start(trid));
	runs = ct_status(trid).posix_stream_status == POSIX_TRACE_RUNNING;
	for (n = 0; ct_find(ct_try, trid, &ev, POSIX_TRACE_START);)
		n++;
	ADVISORY("posix_trace_start() %s a full LOOP stream, and %s START",
			runs ? "starts" : "does not start",
			n > 0 ? "records" : "does not record");
}
