/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CREATE-3: without attributes the defaults hold; otherwise those of the
 * object at this moment.
 *
 * Source: XSH posix_trace_create() DESCRIPTION; TRC; shall.
 *
 * The bound of the data is that of the object.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	char data[40] = "";
	trace_attr_t attr;
	trace_id_t trid;
	size_t size;

	SETUP(posix_trace_attr_init(&attr));
	SETUP(posix_trace_attr_setmaxdatasize(&attr, 16));
	CREATES(posix_trace_create(0, &attr, &trid));
	SETUP(posix_trace_attr_setmaxdatasize(&attr, 40));
	SETUP(posix_trace_start(trid));
	SETUP(posix_trace_get_attr(trid, &attr));
	SETUP(posix_trace_attr_getmaxdatasize(&attr, &size));
	posix_trace_event(id, data, sizeof(data));
	if (size >= sizeof(data))
		UNTESTED("the stream uses a data size of %zu", size);
	if (!ct_find(ct_try, trid, &ev, id) || ev.len != size)
		FAIL("expected %zu bytes of the event, got %zu", size, ev.len);
	PASS("40 bytes were cut to %zu", size);
}
