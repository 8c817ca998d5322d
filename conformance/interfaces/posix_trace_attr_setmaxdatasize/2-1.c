/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * ASIZE-8: the size bounds the data of posix_trace_event(); more is cut off.
 *
 * Source: XSH posix_trace_attr_setmaxdatasize() DESCRIPTION, XSH
 * posix_trace_event() DESCRIPTION; TRC; shall.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	unsigned char data[128];
	trace_attr_t attr;
	trace_id_t trid;
	size_t size;

	SETUP(posix_trace_attr_init(&attr));
	EXPECT(posix_trace_attr_setmaxdatasize(&attr, 32), 0);
	trid = ct_running(&attr);
	SETUP(posix_trace_get_attr(trid, &attr));
	SETUP(posix_trace_attr_getmaxdatasize(&attr, &size));
	memset(data, 7, sizeof(data));
	posix_trace_event(id, data, sizeof(data));
	if (size >= sizeof(data))
		UNTESTED("the stream uses a data size of %zu", size);
	if (!ct_find(ct_try, trid, &ev, id))
		FAIL("expected the event, cut; none came");
	if (ev.len != size)
		FAIL("expected %zu bytes of 128, got %zu", size, ev.len);
	PASS("128 bytes were cut to %zu", size);
}
