/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EVOPEN-3: different names give different identifiers, none of them that of
 * a system type.
 *
 * Source: XSH posix_trace_eventid_open() DESCRIPTION, XBD 4.19 Tracing; TRC;
 * shall.
 *
 * 30 names.
 */
#include "conftest.h"

static void test(void)
{
	char name[32];
	trace_event_id_t ids[30];
	trace_id_t trid = ct_stream(NULL);
	int i, j;

	for (i = 0; i < 30; i++) {
		snprintf(name, sizeof(name), "conformance %d", i);
		ids[i] = CT_UNNAMED;
		EXPECT(posix_trace_eventid_open(name, &ids[i]), 0);
		for (j = 0; j < i; j++)
			if (!ct_differ(trid, ids[i], ids[j]))
				FAIL("names %d and %d have one identifier", j, i);
	}
	PASS("30 names have 30 identifiers");
}
