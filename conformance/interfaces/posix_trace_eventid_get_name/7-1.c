/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * GEN-5: the function is declared in <trace.h> as the standard says, exists
 * as a function even if it is a macro too, and gives 0 (GEN-1).
 *
 * Source: XBD <trace.h> DESCRIPTION, XSH 2.1.1 Use and Implementation of
 * Functions, XSH 2.1.2 Use and Implementation of Macros; TRC; shall.
 *
 * The declaration is repeated without any macro: another type would not
 * compile. The call goes through a pointer.
 */
#include "conftest.h"

#undef posix_trace_eventid_get_name
int posix_trace_eventid_get_name(trace_id_t, trace_event_id_t, char *);

static int (*volatile call)(trace_id_t, trace_event_id_t, char *) =
	posix_trace_eventid_get_name;

static void test(void)
{
	trace_id_t trid;
	trace_event_id_t id;
	char name[4096];

	trid = ct_stream(NULL);
	id = ct_type("conformance a");
	ct_expect("posix_trace_eventid_get_name through a pointer",
			call(trid, id, name), 0);
	PASS("posix_trace_eventid_get_name is a function, and gave 0");
}
