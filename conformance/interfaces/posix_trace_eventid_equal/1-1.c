/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EVEQ-1: the result is not zero if the two identifiers are one type, and
 * zero if they are not.
 *
 * Source: XSH posix_trace_eventid_equal() DESCRIPTION, XSH
 * posix_trace_eventid_equal() RETURN VALUE; TRC; shall.
 *
 * One type.
 */
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a"), same;
	trace_id_t trid = ct_stream(NULL);

	same = ct_type("conformance a");
	if (!posix_trace_eventid_equal(trid, id, same))
		FAIL("expected a result other than zero for one type");
	if (!posix_trace_eventid_equal(trid, POSIX_TRACE_START, POSIX_TRACE_START))
		FAIL("expected a result other than zero for START and START");
	PASS("an identifier equals itself");
}
