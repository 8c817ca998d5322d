/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EVNAME-1: the name bound to the identifier in this stream or log is
 * copied.
 *
 * Source: XSH posix_trace_eventid_get_name() DESCRIPTION; TRC; shall.
 */
#include "conftest.h"

static void test(void)
{
	char name[4096];
	trace_event_id_t a = ct_type("conformance a");
	trace_event_id_t b = ct_type("conformance longer");
	trace_id_t trid = ct_stream(NULL);

	EXPECT(posix_trace_eventid_get_name(trid, a, name), 0);
	if (strcmp(name, "conformance a") != 0)
		FAIL("expected \"conformance a\", got \"%.40s\"", name);
	EXPECT(posix_trace_eventid_get_name(trid, b, name), 0);
	if (strcmp(name, "conformance longer") != 0)
		FAIL("expected \"conformance longer\", got \"%.40s\"", name);
	PASS("each identifier has its name");
}
