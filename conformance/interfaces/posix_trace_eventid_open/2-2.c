/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EVOPEN-2: the same name gives the same identifier.
 *
 * Source: XSH posix_trace_eventid_open() DESCRIPTION; TRC; shall.
 *
 * From another buffer with the same characters, and after other names.
 */
#include "conftest.h"

static void test(void)
{
	char name[32];
	trace_event_id_t one, two, other;
	trace_id_t trid = ct_stream(NULL);
	int i;

	EXPECT(posix_trace_eventid_open("conformance a", &one), 0);
	for (i = 0; i < 20; i++) {
		snprintf(name, sizeof(name), "conformance %d", i);
		SETUP(posix_trace_eventid_open(name, &other));
	}
	strcpy(name, "conformance a");
	EXPECT(posix_trace_eventid_open(name, &two), 0);
	if (!posix_trace_eventid_equal(trid, one, two))
		FAIL("expected one identifier for one name, got two");
	PASS("the name has one identifier");
}
