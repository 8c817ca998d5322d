/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EVEQ-1: the result is not zero if the two identifiers are one type, and
 * zero if they are not.
 *
 * Source: XSH posix_trace_eventid_equal() DESCRIPTION, XSH
 * posix_trace_eventid_equal() RETURN VALUE; TRC; shall.
 *
 * Two types.
 */
#include "conftest.h"

static void test(void)
{
	trace_event_id_t a = ct_type("conformance a");
	trace_event_id_t b = ct_type("conformance b");
	trace_id_t trid = ct_stream(NULL);

	if (posix_trace_eventid_equal(trid, a, b) ||
	    posix_trace_eventid_equal(trid, b, a))
		FAIL("expected zero for two names");
	if (posix_trace_eventid_equal(trid, a, POSIX_TRACE_START) ||
	    posix_trace_eventid_equal(trid, POSIX_TRACE_START, POSIX_TRACE_STOP))
		FAIL("expected zero for a name and START, and for START and STOP");
	PASS("identifiers of different types differ");
}
