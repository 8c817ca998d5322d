/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * READ-25: posix_trace_eventid_open() with the name of a system type gives
 * that type, since names and identifiers are one to one, or another.
 *
 * Source: XSH posix_trace_eventid_open() DESCRIPTION, XBD 4.19 Tracing; TRC;
 * disputed.
 */
#include "conftest.h"

static void test(void)
{
	trace_id_t trid = ct_stream(NULL);
	trace_event_id_t id;
	int err = posix_trace_eventid_open("posix_trace_start", &id);

	if (err != 0)
		ADVISORY("a user type named posix_trace_start gives %s",
				ct_error(err));
	ADVISORY("a user type named posix_trace_start is %s",
			posix_trace_eventid_equal(trid, id, POSIX_TRACE_START) ?
			"POSIX_TRACE_START" : "a type of its own");
}
