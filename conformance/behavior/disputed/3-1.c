/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * READ-3: posix_trace_clear() takes the list of event types back to its first,
 * as a create does, or leaves its position.
 *
 * Source: XSH posix_trace_clear() DESCRIPTION, XSH
 * posix_trace_eventtypelist_getnext_id() DESCRIPTION; TRC; disputed.
 */
#include "conftest.h"

static void test(void)
{
	trace_id_t trid = ct_running(NULL);
	trace_event_id_t first, next;
	int none;

	SETUP(posix_trace_eventtypelist_getnext_id(trid, &first, &none));
	SETUP(posix_trace_clear(trid));
	SETUP(posix_trace_eventtypelist_getnext_id(trid, &next, &none));
	ADVISORY("posix_trace_clear() %s the list of event types",
			posix_trace_eventid_equal(trid, first, next) ?
			"rewinds" : "does not rewind");
}
