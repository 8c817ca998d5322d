/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * READ-9: posix_trace_stop() records STOP in a LOOP stream that is full, or
 * records nothing, as for every full stream.
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

	ct_attr(&attr, POSIX_TRACE_LOOP, 20, 64);
	trid = ct_running(&attr);
	ct_fill(trid, id, 64);
	SETUP(posix_trace_stop(trid));
	ADVISORY("posix_trace_stop() %s in a full LOOP stream",
			ct_find(ct_try, trid, &ev, POSIX_TRACE_STOP) ?
			"records STOP" : "records nothing");
}
