/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EVENT-1: one event is recorded, with the type and a copy of the data, in
 * every running stream of the process whose filter does not have the type.
 *
 * Source: XSH posix_trace_event() DESCRIPTION, XSH 2.11 Tracing; TRC; shall.
 *
 * Type and data.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid = ct_running_for(1);

	posix_trace_event(id, "some bytes", 10);
	if (!ct_find(ct_try, trid, &ev, id))
		FAIL("expected the event; none of its type came");
	if (ev.len != 10 || memcmp(ev.data, "some bytes", 10) != 0)
		FAIL("expected \"some bytes\", got %zu bytes \"%.10s\"", ev.len,
				(char *)ev.data);
	if (ct_find(ct_try, trid, &ev, id))
		FAIL("expected one event, two came");
	PASS("the event came once, with its data");
}
