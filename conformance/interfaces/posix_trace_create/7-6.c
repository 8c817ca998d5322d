/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CREATE-7: many streams may trace one process, each independent of the
 * others.
 *
 * Source: XSH posix_trace_create() DESCRIPTION; TRC; shall.
 *
 * Each cuts the data to its own bound.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	char data[64] = "";
	trace_attr_t attr;
	trace_id_t a, b, c;
	size_t got_a, got_b, of_a, of_b;

	SETUP(posix_trace_attr_init(&attr));
	SETUP(posix_trace_attr_setmaxdatasize(&attr, 64));
	a = ct_running(&attr);
	SETUP(posix_trace_attr_setmaxdatasize(&attr, 16));
	b = ct_running(&attr);
	/* After one that cuts, and before. */
	SETUP(posix_trace_attr_setmaxdatasize(&attr, 64));
	c = ct_running(&attr);
	/* The sizes in use may be larger. */
	SETUP(posix_trace_get_attr(a, &attr));
	SETUP(posix_trace_attr_getmaxdatasize(&attr, &of_a));
	SETUP(posix_trace_get_attr(b, &attr));
	SETUP(posix_trace_attr_getmaxdatasize(&attr, &of_b));
	posix_trace_event(id, data, 64);
	if (!ct_find(ct_try, a, &ev, id))
		FAIL("expected the event in the first stream");
	got_a = ev.len;
	if (!ct_find(ct_try, b, &ev, id))
		FAIL("expected the event in the second stream");
	got_b = ev.len;
	if (of_b > 64)
		of_b = 64;
	if (!ct_find(ct_try, c, &ev, id) || ev.len != 64)
		FAIL("expected 64 bytes in the third stream, got %zu", ev.len);
	if (got_a != 64 || got_b != of_b)
		FAIL("expected 64 and %zu bytes, got %zu and %zu", of_b, got_a,
				got_b);
	if (of_b == 64)
		UNTESTED("both streams take %zu bytes", of_a);
	PASS("one stream has 64 bytes, the other %zu", of_b);
}
