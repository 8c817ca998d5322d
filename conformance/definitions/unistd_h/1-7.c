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
 * Options at compile time.
 */
#include "conftest.h"

static void test(void)
{
#if !defined(_POSIX_TRACE) || _POSIX_TRACE == -1
#if defined(_POSIX_TRACE_EVENT_FILTER) && _POSIX_TRACE_EVENT_FILTER != -1
	FAIL("_POSIX_TRACE_EVENT_FILTER is there without _POSIX_TRACE");
#endif
#if defined(_POSIX_TRACE_INHERIT) && _POSIX_TRACE_INHERIT != -1
	FAIL("_POSIX_TRACE_INHERIT is there without _POSIX_TRACE");
#endif
#if defined(_POSIX_TRACE_LOG) && _POSIX_TRACE_LOG != -1
	FAIL("_POSIX_TRACE_LOG is there without _POSIX_TRACE");
#endif
	PASS("without _POSIX_TRACE no dependent option is claimed");
#else
	PASS("_POSIX_TRACE is %ld, so each dependent option may be claimed",
			(long)_POSIX_TRACE);
#endif
}
