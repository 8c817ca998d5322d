/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EVENT-1: one event is recorded, with the type and a copy of the data, in
 * every running stream of the process whose filter does not have the type.
 *
 * Source: XSH posix_trace_event() DESCRIPTION, XSH 2.11 Tracing; TRC; shall.
 *
 * Two streams.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t a = ct_running(NULL), b = ct_running(NULL);

	ct_fire(id, 8);
	if (!ct_find(ct_try, a, &ev, id) || ct_number(&ev) != 8)
		FAIL("expected the event in the first stream");
	if (!ct_find(ct_try, b, &ev, id) || ct_number(&ev) != 8)
		FAIL("expected the event in the second stream");
	PASS("both streams have the event");
}
