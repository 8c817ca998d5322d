/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * GATTR-2: the attributes are those in force.
 *
 * Source: XSH posix_trace_get_attr() DESCRIPTION, XSH 2.11.1 Trace Stream
 * Attributes; TRC; derived.
 *
 * The log-full policy and the inheritance.
 */
#define NEEDS (CT_INHERIT | CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_attr_t attr;
	trace_id_t trid;
	int log = -1, inherited = -1;

	SETUP(posix_trace_attr_init(&attr));
	SETUP(posix_trace_attr_setlogfullpolicy(&attr, POSIX_TRACE_APPEND));
	SETUP(posix_trace_attr_setinherited(&attr, POSIX_TRACE_INHERITED));
	trid = ct_logged(&attr, ct_file());
	SETUP(posix_trace_attr_init(&attr));
	EXPECT(posix_trace_get_attr(trid, &attr), 0);
	SETUP(posix_trace_attr_getlogfullpolicy(&attr, &log));
	SETUP(posix_trace_attr_getinherited(&attr, &inherited));
	if (log != POSIX_TRACE_APPEND || inherited != POSIX_TRACE_INHERITED)
		FAIL("expected APPEND and INHERITED, got %d and %d", log, inherited);
	PASS("both policies are those of the stream");
}
