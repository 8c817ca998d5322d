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

#undef posix_trace_attr_getclockres
int posix_trace_attr_getclockres(const trace_attr_t *, struct timespec *);

static int (*volatile call)(const trace_attr_t *, struct timespec *) =
	posix_trace_attr_getclockres;

static void test(void)
{
	trace_attr_t attr;
	struct timespec ts;

	SETUP(posix_trace_attr_init(&attr));
	ct_expect("posix_trace_attr_getclockres through a pointer",
			call(&attr, &ts), 0);
	PASS("posix_trace_attr_getclockres is a function, and gave 0");
}
