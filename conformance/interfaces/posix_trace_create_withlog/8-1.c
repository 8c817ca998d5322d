/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * GEN-5: the function is declared in <trace.h> as the standard says, exists
 * as a function even if it is a macro too, and gives 0 (GEN-1).
 *
 * Source: XBD <trace.h> DESCRIPTION, XSH 2.1.1 Use and Implementation of
 * Functions, XSH 2.1.2 Use and Implementation of Macros; TRL; shall.
 *
 * The declaration is repeated without any macro: another type would not
 * compile. The call goes through a pointer.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

#undef posix_trace_create_withlog
int posix_trace_create_withlog(pid_t, const trace_attr_t *restrict, int,
		trace_id_t *restrict);

static int (*volatile call)(pid_t, const trace_attr_t *restrict, int,
		trace_id_t *restrict) =
	posix_trace_create_withlog;

static void test(void)
{
	trace_id_t trid;
	int fd;

	fd = ct_file();
	ct_expect("posix_trace_create_withlog through a pointer", call(0,
			NULL, fd, &trid), 0);
	PASS("posix_trace_create_withlog is a function, and gave 0");
}
