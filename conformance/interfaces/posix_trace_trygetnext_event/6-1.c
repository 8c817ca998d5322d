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

#undef posix_trace_trygetnext_event
int posix_trace_trygetnext_event(trace_id_t,
		struct posix_trace_event_info *restrict, void *restrict,
		size_t, size_t *restrict, int *restrict);

static int (*volatile call)(trace_id_t,
		struct posix_trace_event_info *restrict, void *restrict,
		size_t, size_t *restrict, int *restrict) =
	posix_trace_trygetnext_event;

static void test(void)
{
	trace_id_t trid;
	struct posix_trace_event_info info;
	size_t len;
	int none;

	trid = ct_running(NULL);
	ct_expect("posix_trace_trygetnext_event through a pointer",
			call(trid, &info, NULL, 0, &len, &none), 0);
	PASS("posix_trace_trygetnext_event is a function, and gave 0");
}
