/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * LIST-4: the list has the predefined types and all names of the traced
 * process, each once.
 *
 * Source: XSH 2.11 Tracing; TRC; shall.
 *
 * No two types of the list are one, and each has a name.
 */
#include "conftest.h"

static void test(void)
{
	char name[4096];
	static trace_event_id_t ids[4000];
	trace_id_t trid = ct_stream(NULL);
	int none = -1, i, n;

	for (n = 0; n < 4000; n++) {
		EXPECT(posix_trace_eventtypelist_getnext_id(trid, &ids[n], &none), 0);
		if (none)
			break;
		EXPECT(posix_trace_eventid_get_name(trid, ids[n], name), 0);
		for (i = 0; i < n; i++)
			if (posix_trace_eventid_equal(trid, ids[i], ids[n]))
				FAIL("types %d and %d of the list are one, \"%.40s\"",
						i, n, name);
	}
	if (n == 0)
		FAIL("expected types in the list; it is empty");
	PASS("the list has %d different types, each with a name", n);
}
