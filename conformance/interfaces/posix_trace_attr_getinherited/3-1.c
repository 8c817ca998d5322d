/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * GEN-5: the function is declared in <trace.h> as the standard says, exists
 * as a function even if it is a macro too, and gives 0 (GEN-1).
 *
 * Source: XBD <trace.h> DESCRIPTION, XSH 2.1.1 Use and Implementation of
 * Functions, XSH 2.1.2 Use and Implementation of Macros; TRI; shall.
 *
 * The declaration is repeated without any macro: another type would not
 * compile. The call goes through a pointer.
 */
#define NEEDS (CT_INHERIT)
#include "conftest.h"

#undef posix_trace_attr_getinherited
int posix_trace_attr_getinherited(const trace_attr_t *restrict, int *restrict);

static int (*volatile call)(const trace_attr_t *restrict, int *restrict) =
	posix_trace_attr_getinherited;

static void test(void)
{
	trace_attr_t attr;
	int n;

	SETUP(posix_trace_attr_init(&attr));
	ct_expect("posix_trace_attr_getinherited through a pointer",
			call(&attr, &n), 0);
	PASS("posix_trace_attr_getinherited is a function, and gave 0");
}
