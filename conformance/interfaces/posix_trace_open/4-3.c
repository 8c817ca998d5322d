/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * OPEN-4: everything comes back as it was recorded.
 *
 * Source: XSH posix_trace_shutdown() DESCRIPTION, XSH posix_trace_open()
 * DESCRIPTION; TRL; derived.
 *
 * Large data, and none.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	static unsigned char data[4000];
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid;
	size_t i, size;

	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, 10, sizeof(data));
	SETUP(posix_trace_attr_setlogfullpolicy(&attr, POSIX_TRACE_APPEND));
	ct_room(&attr, 10, sizeof(data));
	trid = ct_logging(&attr, ct_file());
	SETUP(posix_trace_get_attr(trid, &attr));
	SETUP(posix_trace_attr_getmaxdatasize(&attr, &size));
	if (size < sizeof(data))
		UNTESTED("the stream uses a data size of %zu", size);
	for (i = 0; i < sizeof(data); i++)
		data[i] = (unsigned char)(i % 251);
	posix_trace_event(id, data, sizeof(data));
	posix_trace_event(id, NULL, 0);
	SETUP(posix_trace_shutdown(trid));
	trid = ct_reopen();
	id = ct_type_in(trid, "conformance a");
	if (!ct_find(ct_read, trid, &ev, id) || ev.len != sizeof(data) ||
	    memcmp(ev.data, data, sizeof(data)) != 0)
		FAIL("expected the %zu bytes unchanged, got "
				"%zu", sizeof(data), ev.len);
	if (!ct_find(ct_read, trid, &ev, id) || ev.len != 0)
		FAIL("expected an event without data, got %zu bytes", ev.len);
	PASS("data of 4000 bytes and of none came back");
}
