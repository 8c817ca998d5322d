/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * LIM-1: each option macro that is defined is -1, 0 or the date of its issue
 * of the standard, and sysconf() gives -1 or that date; a positive macro
 * means that sysconf() agrees; Filter, Inherit and Log are not there without
 * Trace.
 *
 * Source: XBD <unistd.h> Constants for Options and Option Groups, XBD 2.1.3
 * POSIX System Interfaces; base; shall.
 *
 * The header is read alone, with the flags that the implementation asks for;
 * what it says is compared with sysconf().
 */
#include <unistd.h>

#ifdef _POSIX_TRACE
static const long said = _POSIX_TRACE;
#else
static const long said = 0;
#endif

#include "conftest.h"

static void test(void)
{
	long sys = sysconf(_SC_TRACE);

	if (said == -1 && sys > 0)
		FAIL("<unistd.h> says that there is no Trace option, sysconf "
				"gives %ld", sys);
	if (said > 0 && sys != said)
		FAIL("<unistd.h> has _POSIX_TRACE %ld, sysconf gives %ld", said, sys);
	PASS("<unistd.h> has _POSIX_TRACE %ld, sysconf gives %ld", said, sys);
}
