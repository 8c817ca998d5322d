/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * ASIZE-9: the size that a stream reports is the one in use.
 *
 * Source: XSH posix_trace_attr_getstreamsize() DESCRIPTION, XSH
 * posix_trace_get_attr() DESCRIPTION; TRC; derived.
 *
 * A stream holds without loss what its reported size promises.
 */
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	size_t size = 0, user = 0, system = 0, n, i;
	trace_id_t trid;

	SETUP(posix_trace_attr_init(&attr));
	SETUP(posix_trace_attr_setstreamfullpolicy(&attr,
			POSIX_TRACE_UNTIL_FULL));
	SETUP(posix_trace_attr_setmaxdatasize(&attr, 64));
	SETUP(posix_trace_attr_setstreamsize(&attr, 30000));
	trid = ct_running(&attr);
	SETUP(posix_trace_get_attr(trid, &attr));
	EXPECT(posix_trace_attr_getstreamsize(&attr, &size), 0);
	SETUP(posix_trace_attr_getmaxusereventsize(&attr, 4, &user));
	SETUP(posix_trace_attr_getmaxsystemeventsize(&attr, &system));
	if (user == 0)
		FAIL("expected an event to take memory");
	if (size < system + user || size > (size_t)64 << 20)
		UNTESTED("the stream has %zu bytes", size);
	n = (size - system) / user;
	for (i = 0; i < n; i++)
		ct_fire(id, (int)i);
	i = (size_t)ct_count(ct_try, trid, id);
	if (i != n)
		FAIL("expected %zu events in a stream of %zu bytes, got "
				"%zu", n, size, i);
	PASS("all of %zu events fitted in %zu bytes", n, size);
}
