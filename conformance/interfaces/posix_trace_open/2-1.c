/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * OPEN-2: the functions for pre-recorded streams work on it.
 *
 * Source: XSH posix_trace_open() DESCRIPTION; TRL; shall.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	char name[4096];
	static struct ct_event ev;
	struct posix_trace_status_info st;
	trace_event_id_t id = ct_type("conformance a"), next;
	trace_attr_t attr;
	trace_id_t trid = ct_made_log(id, 1);
	int none = -1;

	EXPECT(posix_trace_get_attr(trid, &attr), 0);
	EXPECT(posix_trace_get_status(trid, &st), 0);
	EXPECT(posix_trace_eventtypelist_getnext_id(trid, &next, &none), 0);
	EXPECT(posix_trace_eventtypelist_rewind(trid), 0);
	EXPECT(posix_trace_getnext_event(trid, &ev.info, ev.data,
			sizeof(ev.data), &ev.len, &none), 0);
	EXPECT(posix_trace_eventid_get_name(trid, ev.info.posix_event_id, name), 0);
	if (!posix_trace_eventid_equal(trid, ev.info.posix_event_id,
			ev.info.posix_event_id))
		FAIL("expected a type of the log to equal itself");
	EXPECT(posix_trace_rewind(trid), 0);
	EXPECT(posix_trace_close(trid), 0);
	PASS("eight functions work on a pre-recorded stream");
}
