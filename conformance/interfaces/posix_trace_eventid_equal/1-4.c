/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EVEQ-1: the result is not zero if the two identifiers are one type, and
 * zero if they are not.
 *
 * Source: XSH posix_trace_eventid_equal() DESCRIPTION, XSH
 * posix_trace_eventid_equal() RETURN VALUE; TRC; shall.
 *
 * In a log.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev, last;
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid = ct_logging(NULL, ct_file());

	ct_fire(id, 1111);
	ct_fire(id, 2222);
	SETUP(posix_trace_shutdown(trid));
	trid = ct_reopen();
	if (!ct_find_number(ct_read, trid, &ev, 1111) ||
	    !ct_find_number(ct_read, trid, &last, 2222))
		FAIL("expected both events in the log");
	if (!posix_trace_eventid_equal(trid, ev.info.posix_event_id,
			last.info.posix_event_id))
		FAIL("expected two events of one type to be equal in the log");
	if (posix_trace_eventid_equal(trid, ev.info.posix_event_id,
			POSIX_TRACE_START))
		FAIL("expected a user type not to be START in the log");
	PASS("identifiers can be compared in a log");
}
