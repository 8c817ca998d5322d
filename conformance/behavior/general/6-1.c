/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * GEN-1: a function gives 0 or an error number, never -1, and does not rely
 * on errno.
 *
 * Source: XSH 2.3 Error Numbers, XSH posix_trace_create() RETURN VALUE; TRC;
 * shall.
 *
 * Calls that succeed, with errno set to something before.
 */
#include "conftest.h"

static void test(void)
{
	trace_attr_t attr;
	trace_event_id_t id;
	trace_id_t trid;
	int sum = 0;

	errno = ERANGE;
	sum |= posix_trace_attr_init(&attr);
	sum |= posix_trace_attr_setname(&attr, "name");
	sum |= posix_trace_create(0, &attr, &trid);
	sum |= posix_trace_start(trid);
	sum |= posix_trace_eventid_open("conformance a", &id);
	sum |= posix_trace_stop(trid);
	sum |= posix_trace_clear(trid);
	sum |= posix_trace_shutdown(trid);
	sum |= posix_trace_attr_destroy(&attr);
	if (sum != 0)
		FAIL("expected nine calls to give 0; their results together "
				"are %d", sum);
	PASS("nine calls that succeeded gave 0");
}
