/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CLEAR-1: all events recorded before are gone, and the stream is not full.
 *
 * Source: XSH posix_trace_clear() DESCRIPTION; TRC; shall.
 *
 * The room is there again: as many events fit as before.
 */
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid;
	int i, n, round;

	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, 40, 64);
	trid = ct_running(&attr);
	for (round = 0; round < 5; round++) {
		for (i = 0; i < 40; i++)
			posix_trace_event(id, "0123456789", 10);
		EXPECT(posix_trace_clear(trid), 0);
		for (i = 0; i < 40; i++)
			posix_trace_event(id, "0123456789", 10);
		n = ct_count(ct_try, trid, id);
		if (n != 40)
			FAIL("expected 40 events after clear %d, got %d", round, n);
	}
	PASS("each clear gave all the room back");
}
