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
 * Options at run time.
 */
#include "conftest.h"

static void test(void)
{
	int filter = sysconf(_SC_TRACE_EVENT_FILTER) != -1;
	int inherit = sysconf(_SC_TRACE_INHERIT) != -1;
	int log = sysconf(_SC_TRACE_LOG) != -1;

	if (sysconf(_SC_TRACE) == -1 && (filter || inherit || log))
		FAIL("expected no dependent option without Trace; Filter %d, "
				"Inherit %d, Log %d",
				filter, inherit, log);
	PASS("Trace is there; Filter %d, Inherit %d, Log %d", filter, inherit, log);
}
