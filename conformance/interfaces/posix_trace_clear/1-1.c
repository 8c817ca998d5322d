/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CLEAR-1: all events recorded before are gone, and the stream is not full.
 *
 * Source: XSH posix_trace_clear() DESCRIPTION; TRC; shall.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid = ct_running(NULL);
	int i;

	for (i = 0; i < 30; i++)
		ct_fire(id, i);
	SETUP(posix_trace_stop(trid));
	EXPECT(posix_trace_clear(trid), 0);
	if (ct_try(trid, &ev))
		FAIL("expected an empty stream, an event came");
	PASS("the cleared stream is empty");
}
