/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EVENT-10: the unnamed event type can be recorded, with any data.
 *
 * Source: XSH 2.11.2 User Trace Event Type Definitions; TRC; shall.
 *
 * A name beyond the limit has that type, in a log, too.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	char name[32];
	trace_event_id_t id;
	trace_id_t trid = ct_logging_for(20);
	long max = sysconf(_SC_TRACE_USER_EVENT_MAX), i;

	if (max == -1 || max > 200000)
		UNTESTED("TRACE_USER_EVENT_MAX is %ld", max);
	for (i = 0; i <= max; i++) {
		snprintf(name, sizeof(name), "conformance %ld", i);
		SETUP(posix_trace_eventid_open(name, &id));
	}
	ct_fire(id, 4711);
	SETUP(posix_trace_shutdown(trid));
	trid = ct_reopen();
	if (!ct_find(ct_read, trid, &ev, CT_UNNAMED) || ct_number(&ev) != 4711)
		FAIL("expected the event in the log, of the unnamed type");
	PASS("the event of a name beyond the limit is an unnamed one");
}
