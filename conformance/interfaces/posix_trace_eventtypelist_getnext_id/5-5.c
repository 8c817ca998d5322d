/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * LIST-7: the position belongs to the stream: two streams have two, and the
 * threads of a process share one.
 *
 * Source: XSH posix_trace_eventtypelist_getnext_id() DESCRIPTION; TRC;
 * derived.
 *
 * That of a log stays when another one, or another of the same file, is closed.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_id_t a = ct_made_log(ct_type("conformance a"), 1), b = ct_reopen();
	trace_id_t c = ct_made_log(ct_type("conformance a"), 1);
	trace_event_id_t ids[3], id;
	int none = 0, i;

	for (i = 0; i < 3; i++)
		SETUP(posix_trace_eventtypelist_getnext_id(a, &ids[i], &none));
	SETUP(posix_trace_eventtypelist_rewind(a));
	EXPECT(posix_trace_eventtypelist_getnext_id(a, &id, &none), 0);
	SETUP(posix_trace_close(b));
	EXPECT(posix_trace_eventtypelist_getnext_id(a, &id, &none), 0);
	if (none || !posix_trace_eventid_equal(a, id, ids[1]))
		FAIL("expected type 2 of the log next, whose file was also open "
				"for another reader");
	SETUP(posix_trace_close(c));
	EXPECT(posix_trace_eventtypelist_getnext_id(a, &id, &none), 0);
	if (none || !posix_trace_eventid_equal(a, id, ids[2]))
		FAIL("expected type 3 of the log next after another was closed");
	PASS("the close of logs left the list of another alone");
}
