/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * GET-4: on a pre-recorded stream the call never waits; at the end it gives
 * 0 and *unavailable is not zero.
 *
 * Source: XSH posix_trace_getnext_event() DESCRIPTION; TRL; shall.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid = ct_made_log(id, 4);
	int i, none = 0;

	id = ct_type_in(trid, "conformance a");
	for (i = 0; i < 4; i++)
		if (!ct_find(ct_read, trid, &ev, id) || ct_number(&ev) != i)
			FAIL("expected event %d, got %d", i, ct_number(&ev));
	while (ct_read(trid, &ev))
		;
	EXPECT(posix_trace_getnext_event(trid, &ev.info, ev.data,
			sizeof(ev.data), &ev.len, &none), 0);
	if (!none)
		FAIL("expected *unavailable not to be 0 at the end");
	PASS("the end of the log came, and stays");
}
