/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * OPEN-4: everything comes back as it was recorded.
 *
 * Source: XSH posix_trace_shutdown() DESCRIPTION, XSH posix_trace_open()
 * DESCRIPTION; TRL; derived.
 *
 * As many names as a process can have, each with an event.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	char name[4096], want[32];
	static struct ct_event ev;
	long max = sysconf(_SC_TRACE_USER_EVENT_MAX), i;
	trace_id_t trid;

	if (max == -1 || max > 20000)
		max = 32;
	trid = ct_logging_for((size_t)max);
	for (i = 1; i < max; i++) {
		snprintf(want, sizeof(want), "conformance %ld", i);
		ct_fire(ct_type(want), 100000 + (int)i);
	}
	SETUP(posix_trace_shutdown(trid));
	trid = ct_reopen();
	for (i = 1; i < max; i++) {
		if (!ct_find_number(ct_read, trid, &ev, 100000 + (int)i))
			FAIL("expected event %ld of %ld", i, max - 1);
		snprintf(want, sizeof(want), "conformance %ld", i);
		EXPECT(posix_trace_eventid_get_name(trid,
				ev.info.posix_event_id, name), 0);
		if (strcmp(name, want) != 0)
			FAIL("expected type \"%s\", got \"%.40s\"", want, name);
	}
	PASS("all of %ld names came back with their events", max - 1);
}
