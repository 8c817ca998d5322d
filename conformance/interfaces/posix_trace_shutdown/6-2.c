/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * SHUT-6: the log has all that can be asked later: attributes, event types
 * and their names, and the status.
 *
 * Source: XSH posix_trace_shutdown() DESCRIPTION; TRL; shall.
 *
 * Names registered after the last flush.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	char name[4096];
	trace_event_id_t id = ct_type("conformance early");
	trace_id_t trid = ct_logging(NULL, ct_file());

	ct_fire(id, 1);
	ct_flush(trid);
	id = ct_type("conformance late");
	ct_fire(id, 2222);
	EXPECT(posix_trace_shutdown(trid), 0);
	trid = ct_reopen();
	if (!ct_find_number(ct_read, trid, &ev, 2222))
		FAIL("expected an event with the number 2222; none came");
	EXPECT(posix_trace_eventid_get_name(trid, ev.info.posix_event_id, name), 0);
	if (strcmp(name, "conformance late") != 0)
		FAIL("expected \"conformance late\", got \"%.40s\"", name);
	PASS("the log has the name registered last");
}
