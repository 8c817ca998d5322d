/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * GEN-5: the function is declared in <trace.h> as the standard says, exists
 * as a function even if it is a macro too, and gives 0 (GEN-1).
 *
 * Source: XBD <trace.h> DESCRIPTION, XSH 2.1.1 Use and Implementation of
 * Functions, XSH 2.1.2 Use and Implementation of Macros; TEF; shall.
 *
 * The declaration is repeated without any macro: another type would not
 * compile. The call goes through a pointer.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

#undef posix_trace_trid_eventid_open
int posix_trace_trid_eventid_open(trace_id_t, const char *restrict,
		trace_event_id_t *restrict);

static int (*volatile call)(trace_id_t, const char *restrict,
		trace_event_id_t *restrict) =
	posix_trace_trid_eventid_open;

static void test(void)
{
	trace_id_t trid;
	trace_event_id_t id;

	trid = ct_stream(NULL);
	ct_expect("posix_trace_trid_eventid_open through a pointer",
			call(trid, "conformance a", &id), 0);
	PASS("posix_trace_trid_eventid_open is a function, and gave 0");
}
