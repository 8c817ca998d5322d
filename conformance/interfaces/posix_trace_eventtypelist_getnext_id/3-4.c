/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * LIST-4: the list has the predefined types and all names of the traced
 * process, each once.
 *
 * Source: XSH 2.11 Tracing; TRC; shall.
 *
 * Names, registered before and after the create; each comes once.
 */
#include "conftest.h"

static void test(void)
{
	char name[32];
	trace_event_id_t ids[30], id;
	trace_id_t trid;
	int none = 0, i, n[30] = { 0 };

	for (i = 0; i < 15; i++) {
		snprintf(name, sizeof(name), "conformance %d", i);
		ids[i] = ct_type(name);
	}
	trid = ct_stream(NULL);
	for (; i < 30; i++) {
		snprintf(name, sizeof(name), "conformance %d", i);
		ids[i] = ct_type(name);
	}
	for (;;) {
		EXPECT(posix_trace_eventtypelist_getnext_id(trid, &id, &none), 0);
		if (none)
			break;
		for (i = 0; i < 30; i++)
			n[i] += posix_trace_eventid_equal(trid, id, ids[i]) != 0;
	}
	for (i = 0; i < 30; i++)
		if (n[i] != 1)
			FAIL("expected name %d once, got it %d times", i, n[i]);
	PASS("all of 30 names are in the list, each once");
}
