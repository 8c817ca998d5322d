/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * READ-11: posix_trace_stop() on a stream that has stopped by itself keeps it
 * from starting again, or does nothing, since the stream is suspended.
 *
 * Source: XSH posix_trace_stop() DESCRIPTION, XSH
 * posix_trace_attr_setstreamfullpolicy() DESCRIPTION; TRC; disputed.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid;

	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, 20, 64);
	trid = ct_running(&attr);
	ct_fill(trid, id, 64);
	SETUP(posix_trace_stop(trid));
	while (ct_try(trid, &ev))
		;
	ADVISORY("a stream that was stopped while full %s when it is empty",
			ct_status(trid).posix_stream_status ==
			POSIX_TRACE_RUNNING ? "starts again" : "stays suspended");
}
