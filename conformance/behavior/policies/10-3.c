/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * UF-3: an event for which a running stream has no room is lost, and sets
 * OVERRUN.
 *
 * Source: XSH 2.11.1 posix_trace_status_info Structure; TRC; shall.
 *
 * What was lost does not come.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_event_id_t lost = ct_type("conformance lost");
	trace_attr_t attr;
	trace_id_t trid;
	int i;

	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, 20, 64);
	trid = ct_running(&attr);
	ct_fill(trid, id, 64);
	for (i = 0; i < 16; i++)	/* one of them may have used the rest */
		posix_trace_event(id, "0123456789012345678901234567890123456789"
				"012345678901234567890123", 64);
	for (i = 0; i < 16; i++)
		posix_trace_event(lost, "0123456789012345678901234567890123456789"
				"012345678901234567890123", 64);
	while (ct_try(trid, &ev))
		if (ct_is(trid, &ev, lost))
			FAIL("an event recorded into a full stream came");
	PASS("events recorded into a full stream do not come");
}
