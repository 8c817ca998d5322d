/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * READ-2: posix_trace_clear() takes an overrun back, as a create does, or
 * keeps it until the status is asked for.
 *
 * Source: XSH posix_trace_clear() DESCRIPTION, XSH 2.11.1
 * posix_trace_status_info Structure; TRC; disputed.
 */
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid;
	int i, n;

	ct_attr(&attr, POSIX_TRACE_LOOP, 20, 64);
	trid = ct_running(&attr);
	n = ct_fill(trid, id, 64);
	for (i = 0; i < 2 * n; i++)
		ct_fire(id, i);
	SETUP(posix_trace_clear(trid));
	ADVISORY("posix_trace_clear() %s posix_stream_overrun_status",
			ct_status(trid).posix_stream_overrun_status ==
			POSIX_TRACE_OVERRUN ? "keeps" : "resets");
}
