/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * START-4: START is the first event that a reader of a new stream sees.
 *
 * Source: XSH posix_trace_create() DESCRIPTION, XSH posix_trace_start()
 * DESCRIPTION; TRC; derived.
 *
 * In a log.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid = ct_made_log(id, 3);

	if (!ct_first(trid, &ev))
		FAIL("expected an event; none came");
	if (!ct_is(trid, &ev, POSIX_TRACE_START))
		FAIL("expected START first in the log, another type came");
	PASS("START came first out of the log");
}
