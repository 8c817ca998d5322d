/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * UF-8: no event generated between the automatic stop and the restart
 * appears.
 *
 * Source: XSH posix_trace_attr_setstreamfullpolicy() DESCRIPTION, XSH
 * posix_trace_event() DESCRIPTION; TRC; derived.
 *
 * Rounds of filling, losing and reading: what is reported after each START
 * was recorded after the restart.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_event_id_t lost = ct_type("conformance lost");
	trace_attr_t attr;
	trace_id_t trid;
	int round, i;

	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, 20, 64);
	trid = ct_running(&attr);
	for (round = 0; round < 20; round++) {
		ct_fill(trid, id, 64);
		for (i = 0; i < 16; i++)
			posix_trace_event(id, "0123456789012345678901234567890123456789"
					"012345678901234567890123", 64);
		for (i = 0; i < 16; i++)
			posix_trace_event(lost, "0123456789012345678901234567890123456789"
					"012345678901234567890123", 64);
		while (ct_try(trid, &ev))
			if (ct_is(trid, &ev, lost))
				FAIL("an event of the gap came in round %d", round);
	}
	PASS("no event of a gap came in twenty rounds");
}
