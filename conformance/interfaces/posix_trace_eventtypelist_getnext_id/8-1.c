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

#undef posix_trace_eventtypelist_getnext_id
int posix_trace_eventtypelist_getnext_id(trace_id_t,
		trace_event_id_t *restrict, int *restrict);

static int (*volatile call)(trace_id_t, trace_event_id_t *restrict,
		int *restrict) =
	posix_trace_eventtypelist_getnext_id;

static void test(void)
{
	trace_id_t trid;
	trace_event_id_t id;
	int none;

	trid = ct_stream(NULL);
	ct_expect("posix_trace_eventtypelist_getnext_id through a pointer",
			call(trid, &id, &none), 0);
	PASS("posix_trace_eventtypelist_getnext_id is a function, and gave 0");
}
