/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * GEN-5: the function is declared in <trace.h> as the standard says, and
 * exists as a function even if it is a macro too.
 *
 * Source: XBD <trace.h> DESCRIPTION, XSH 2.1.1 Use and Implementation of
 * Functions, XSH 2.1.2 Use and Implementation of Macros; TRC; shall.
 *
 * The declaration is repeated without any macro: another type would not
 * compile. The call goes through a pointer.
 */
#include "conftest.h"

#undef posix_trace_eventid_equal
int posix_trace_eventid_equal(trace_id_t, trace_event_id_t, trace_event_id_t);

static int (*volatile call)(trace_id_t, trace_event_id_t, trace_event_id_t) =
	posix_trace_eventid_equal;

static void test(void)
{
	trace_id_t trid;
	trace_event_id_t id;

	trid = ct_stream(NULL);
	id = ct_type("conformance a");
	if (!call(trid, id, id) || call(trid, id, POSIX_TRACE_START))
		FAIL("expected a call through a pointer to tell two types apart");
	PASS("posix_trace_eventid_equal is a function, and tells types apart");
}
