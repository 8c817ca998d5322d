/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * LIM-5: at least 31 names can have identifiers of their own.
 *
 * Source: XBD <limits.h> Minimum Values, XSH posix_trace_eventid_open()
 * DESCRIPTION; TRC; derived.
 */
#include "conftest.h"

static void test(void)
{
	char name[32];
	trace_event_id_t id;
	trace_id_t trid = ct_stream(NULL);
	int i;

	for (i = 1; i <= 31; i++) {
		snprintf(name, sizeof(name), "conformance %d", i);
		id = CT_UNNAMED;
		EXPECT(posix_trace_eventid_open(name, &id), 0);
		if (!ct_differ(trid, id, CT_UNNAMED))
			FAIL("name %d of 31 has no identifier of its own", i);
	}
	PASS("31 names have identifiers of their own");
}
