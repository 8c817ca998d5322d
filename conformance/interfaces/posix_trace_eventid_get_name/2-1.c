/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EVNAME-2: repeated calls give the same name.
 *
 * Source: XSH posix_trace_eventid_get_name() DESCRIPTION; TRC; shall.
 */
#include "conftest.h"

static void test(void)
{
	char first[4096], name[4096];
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid = ct_stream(NULL);
	int i;

	EXPECT(posix_trace_eventid_get_name(trid, id, first), 0);
	for (i = 0; i < 10; i++) {
		char more[32];

		snprintf(more, sizeof(more), "conformance %d", i);
		ct_type(more);
		EXPECT(posix_trace_eventid_get_name(trid, id, name), 0);
		if (strcmp(first, name) != 0)
			FAIL("expected \"%.40s\" again, got \"%.40s\"", first, name);
	}
	PASS("the name stays");
}
