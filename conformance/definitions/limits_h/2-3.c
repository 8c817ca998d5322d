/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * LIM-4: a limit macro, where <limits.h> defines it, is not below its
 * minimum, and sysconf() is not more restrictive than the macro.
 *
 * Source: XBD <limits.h> Runtime Invariant Values (Possibly Indeterminate),
 * XSH sysconf() RETURN VALUE; TRC; shall.
 */
#include "conftest.h"

static void test(void)
{
	long sys = sysconf(_SC_TRACE_SYS_MAX);

#ifdef TRACE_SYS_MAX
	if (TRACE_SYS_MAX < 8)
		FAIL("expected TRACE_SYS_MAX to be 8 or more; it is %ld",
				(long)TRACE_SYS_MAX);
	if (sys != -1 && sys < TRACE_SYS_MAX)
		FAIL("expected sysconf to give TRACE_SYS_MAX = %ld or more; "
				"it gave %ld",
				(long)TRACE_SYS_MAX, sys);
	PASS("TRACE_SYS_MAX is %ld, and sysconf gives %ld", (long)TRACE_SYS_MAX, sys);
#else
	if (sys != -1 && sys < 8)
		FAIL("expected sysconf(_SC_TRACE_SYS_MAX) to give 8 or more; "
				"it gave %ld", sys);
	PASS("TRACE_SYS_MAX is indeterminate, and sysconf gives %ld", sys);
#endif
}
