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

#undef posix_trace_event
void posix_trace_event(trace_event_id_t, const void *restrict, size_t);

static void (*volatile call)(trace_event_id_t, const void *restrict, size_t) =
	posix_trace_event;

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id;
	trace_id_t trid;

	id = ct_type("conformance a");
	trid = ct_running(NULL);
	call(id, "data", 4);
	if (!ct_find(ct_try, trid, &ev, id) || ev.len != 4)
		FAIL("expected the event of a call through a pointer");
	PASS("posix_trace_event is a function, and recorded an event");
}
