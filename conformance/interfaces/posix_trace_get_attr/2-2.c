/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * GATTR-2: the attributes are those in force.
 *
 * Source: XSH posix_trace_get_attr() DESCRIPTION, XSH 2.11.1 Trace Stream
 * Attributes; TRC; derived.
 *
 * The data size: what the stream reports is where it cuts.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	static unsigned char data[CT_ROOM];
	trace_attr_t attr;
	trace_id_t trid;
	size_t size = 0;

	ct_attr(&attr, POSIX_TRACE_LOOP, 2, 1000);
	trid = ct_running(&attr);
	EXPECT(posix_trace_get_attr(trid, &attr), 0);
	SETUP(posix_trace_attr_getmaxdatasize(&attr, &size));
	if (size >= sizeof(data))
		UNTESTED("the stream uses a data size of %zu", size);
	posix_trace_event(id, data, sizeof(data));
	if (!ct_find(ct_try, trid, &ev, id) || ev.len != size)
		FAIL("expected %zu bytes of the event, got %zu", size, ev.len);
	PASS("data is cut to the %zu bytes of the attributes", size);
}
