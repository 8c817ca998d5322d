/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * ASIZE-9: the size that a stream reports is the one in use.
 *
 * Source: XSH posix_trace_attr_getmaxdatasize() DESCRIPTION, XSH
 * posix_trace_get_attr() DESCRIPTION; TRC; derived.
 *
 * An event of just that size is whole, one of a byte more is cut to it.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	static unsigned char data[CT_ROOM];
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid;
	size_t size = 0;

	SETUP(posix_trace_attr_init(&attr));
	SETUP(posix_trace_attr_getmaxdatasize(&attr, &size));
	if (size + 1 > sizeof(data))
		UNTESTED("the default data size is %zu", size);
	ct_attr(&attr, POSIX_TRACE_LOOP, CT_SOME, size);
	trid = ct_running(&attr);
	SETUP(posix_trace_get_attr(trid, &attr));
	EXPECT(posix_trace_attr_getmaxdatasize(&attr, &size), 0);
	if (size + 1 > sizeof(data))
		UNTESTED("the data size in use is %zu", size);
	posix_trace_event(id, data, size);
	posix_trace_event(id, data, size + 1);
	if (!ct_find(ct_try, trid, &ev, id) || ev.len != size)
		FAIL("expected %zu bytes of the first event, got %zu", size, ev.len);
	if (!ct_find(ct_try, trid, &ev, id) || ev.len != size)
		FAIL("expected %zu bytes of the second event, got %zu", size, ev.len);
	PASS("the data size in use is %zu", size);
}
