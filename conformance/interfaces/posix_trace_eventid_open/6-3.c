/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EVOPEN-6: once TRACE_USER_EVENT_MAX identifiers exist, the unnamed one
 * included, a new name gives the unnamed one and 0; a known name still gives
 * its own.
 *
 * Source: XSH posix_trace_eventid_open() DESCRIPTION, XSH 2.11.2 User Trace
 * Event Type Definitions; TRC; shall.
 *
 * Events of a name without identifier come as unnamed ones.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	char name[32];
	trace_event_id_t id;
	trace_id_t trid = ct_running(NULL);
	long max = sysconf(_SC_TRACE_USER_EVENT_MAX), i;

	if (max == -1 || max > 200000)
		UNTESTED("TRACE_USER_EVENT_MAX is %ld", max);
	for (i = 0; i < max + 1; i++) {
		snprintf(name, sizeof(name), "conformance %ld", i);
		EXPECT(posix_trace_eventid_open(name, &id), 0);
	}
	ct_fire(id, 6);
	if (!ct_find(ct_try, trid, &ev, CT_UNNAMED) || ct_number(&ev) != 6)
		FAIL("expected an unnamed event; none came");
	PASS("a name past the limit records unnamed events");
}
