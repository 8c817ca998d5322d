/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * SHUT-6: the log has all that can be asked later: attributes, event types
 * and their names, and the status.
 *
 * Source: XSH posix_trace_shutdown() DESCRIPTION; TRL; shall.
 *
 * The inheritance attribute, of both values.
 */
#define NEEDS (CT_LOG | CT_INHERIT)
#include "conftest.h"

static int in_log(int policy)
{
	trace_attr_t attr;
	trace_id_t trid;
	int got;

	SETUP(posix_trace_attr_init(&attr));
	SETUP(posix_trace_attr_setinherited(&attr, policy));
	trid = ct_logging(&attr, ct_file());
	SETUP(posix_trace_shutdown(trid));
	trid = ct_reopen();
	EXPECT(posix_trace_get_attr(trid, &attr), 0);
	EXPECT(posix_trace_attr_getinherited(&attr, &got), 0);
	SETUP(posix_trace_close(trid));
	return got;
}

static void test(void)
{
	int not_inherited = in_log(POSIX_TRACE_CLOSE_FOR_CHILD);
	int inherited = in_log(POSIX_TRACE_INHERITED);

	if (not_inherited != POSIX_TRACE_CLOSE_FOR_CHILD ||
	    inherited != POSIX_TRACE_INHERITED)
		FAIL("expected %d and %d, got %d and %d",
				POSIX_TRACE_CLOSE_FOR_CHILD,
				POSIX_TRACE_INHERITED, not_inherited,
				inherited);
	PASS("the log has the inheritance attribute");
}
