/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * SHUT-6: the log has all that can be asked later: attributes, event types
 * and their names, and the status.
 *
 * Source: XSH posix_trace_shutdown() DESCRIPTION; TRL; shall.
 *
 * Names, when the log is too small for the events.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	static unsigned char data[256];
	char name[4096];
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a"), last;
	trace_attr_t attr;
	trace_id_t trid;
	int i;

	ct_attr(&attr, POSIX_TRACE_LOOP, 100, 256);
	SETUP(posix_trace_attr_setlogsize(&attr, 32768));
	ct_room(&attr, 100, 256);
	trid = ct_logging(&attr, ct_file());
	for (i = 0; i < 1000; i++) {
		posix_trace_event(id, data, sizeof(data));
		if (i % 50 == 49)
			ct_flush(trid);
	}
	last = ct_type("conformance last");
	ct_fire(last, 1);
	EXPECT(posix_trace_shutdown(trid), 0);
	trid = ct_reopen();
	last = ct_type_in(trid, "conformance last");
	do {
		if (!ct_read(trid, &ev))
			FAIL("expected the last event in the log; it is not there");
	} while (!ct_is(trid, &ev, last));
	EXPECT(posix_trace_eventid_get_name(trid, ev.info.posix_event_id, name), 0);
	if (strcmp(name, "conformance last") != 0)
		FAIL("expected \"conformance last\", got \"%.40s\"", name);
	PASS("a log that went round has the name of its last event");
}
