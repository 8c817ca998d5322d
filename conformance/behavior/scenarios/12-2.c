/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EX-12: a program creates a stream of itself, asks it for its attributes, and
 * gets each of them, strings in arrays of TRACE_NAME_MAX bytes.
 *
 * Source: XSH posix_trace_get_attr() DESCRIPTION, XSH
 * posix_trace_attr_getgenversion() DESCRIPTION, XSH posix_trace_attr_getname()
 * DESCRIPTION; TRC; derived.
 *
 * Those of the other options, which a stream without log has, too.
 */
#define NEEDS (CT_INHERIT | CT_LOG)
#include "conftest.h"

static void test(void)
{
	int inheritance = -1, policy = -1;
	trace_attr_t attr;
	trace_id_t trid;
	size_t size = 0;

	CREATES(posix_trace_create(getpid(), NULL, &trid));
	EXPECT(posix_trace_get_attr(trid, &attr), 0);
	EXPECT(posix_trace_attr_getinherited(&attr, &inheritance), 0);
	EXPECT(posix_trace_attr_getlogfullpolicy(&attr, &policy), 0);
	EXPECT(posix_trace_attr_getlogsize(&attr, &size), 0);
	if (inheritance != POSIX_TRACE_CLOSE_FOR_CHILD ||
			policy != POSIX_TRACE_LOOP || size == 0)
		FAIL("expected CLOSE_FOR_CHILD, LOOP and a size, got %d, %d and "
				"%zu", inheritance, policy, size);
	EXPECT(posix_trace_attr_destroy(&attr), 0);
	EXPECT(posix_trace_shutdown(trid), 0);
	PASS("a stream without log has the defaults of a log of %zu bytes", size);
}
