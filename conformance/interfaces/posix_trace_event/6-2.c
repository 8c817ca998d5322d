/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EVENT-8: an event may have no data: a null pointer and length 0.
 *
 * Source: XSH posix_trace_event() DESCRIPTION; TRC; derived.
 *
 * Length 0 with a pointer.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid = ct_running(NULL);

	posix_trace_event(id, "x", 0);
	if (!ct_find(ct_try, trid, &ev, id) || ev.len != 0)
		FAIL("expected an event of 0 bytes");
	PASS("length 0 gives an event without data");
}
