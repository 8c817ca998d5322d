/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * READ-36: an event that comes when a stream has stopped by itself because it
 * was full is lost, and sets OVERRUN, or it is none, since the stream does not
 * run.
 *
 * Source: XSH 2.11.1 posix_trace_status_info Structure, XSH
 * posix_trace_event() DESCRIPTION, XBD 4.19 Tracing; TRC; disputed.
 *
 * FLUSH, which is full only until it has been flushed: a burst that is far larger
 * than the stream.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid;
	int i, n = 100000, got = 0, overrun;

	ct_attr(&attr, POSIX_TRACE_FLUSH, 40, 64);
	SETUP(posix_trace_attr_setlogfullpolicy(&attr, POSIX_TRACE_APPEND));
	ct_room(&attr, 40, 64);
	trid = ct_logging(&attr, ct_file());
	for (i = 0; i < n; i++)
		ct_fire(id, i);
	SETUP(posix_trace_stop(trid));
	overrun = ct_status(trid).posix_stream_overrun_status ==
		POSIX_TRACE_OVERRUN;
	SETUP(posix_trace_shutdown(trid));
	trid = ct_reopen();
	id = ct_type_in(trid, "conformance a");
	while (ct_find(ct_read, trid, &ev, id))
		got++;
	if (got == n)
		UNTESTED("each of %d events is in the log", n);
	ADVISORY("a burst that a FLUSH stream has no room for sets %s",
			overrun ? "OVERRUN" : "nothing");
}
