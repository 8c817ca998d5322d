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
 */
#include "conftest.h"

static void test(void)
{
	long sys = sysconf(_SC_TRACE_EVENT_FILTER);

#ifdef _POSIX_TRACE_EVENT_FILTER
	long macro = _POSIX_TRACE_EVENT_FILTER;

	if (macro != -1 && macro != 0 && macro != 200112L && macro != 200809L)
		FAIL("expected _POSIX_TRACE_EVENT_FILTER to be -1, 0, 200112 "
				"or 200809; it is %ld",
				macro);
	if (macro > 0 && sys <= 0)
		FAIL("_POSIX_TRACE_EVENT_FILTER is %ld, so sysconf should be "
				"positive; it is %ld",
				macro, sys);
#endif
	if (sys != -1 && sys != 200112L && sys != 200809L)
		FAIL("expected sysconf(_SC_TRACE_EVENT_FILTER) to give -1, "
				"200112 or 200809; it gave %ld", sys);
	PASS("sysconf(_SC_TRACE_EVENT_FILTER) gives %ld and the macro agrees", sys);
}
