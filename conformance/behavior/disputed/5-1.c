/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * READ-5: a stream that has stopped by itself because it was full stays
 * suspended when it is cleared, or starts again, since it is empty.
 *
 * Source: XSH posix_trace_clear() DESCRIPTION, XSH
 * posix_trace_attr_setstreamfullpolicy() DESCRIPTION; TRC; disputed.
 */
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid;

	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, 20, 64);
	trid = ct_running(&attr);
	ct_fill(trid, id, 64);
	SETUP(posix_trace_clear(trid));
	ADVISORY("a full stream %s when it is cleared",
			ct_status(trid).posix_stream_status ==
			POSIX_TRACE_RUNNING ? "starts again" : "stays suspended");
}
