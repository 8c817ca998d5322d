/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EVOPEN-3: different names give different identifiers, none of them that of
 * a system type.
 *
 * Source: XSH posix_trace_eventid_open() DESCRIPTION, XBD 4.19 Tracing; TRC;
 * shall.
 *
 * Names that differ in their last byte, in case, and in length.
 */
#include "conftest.h"

static void test(void)
{
	static const char *const names[] = {
		"conformance aaaaaaaaaaaaaaaaa1", "conformance aaaaaaaaaaaaaaaaa2",
		"Conformance aaaaaaaaaaaaaaaaa1", "conformance aaaaaaaaaaaaaaaaa",
		"conformance aaaaaaaaaaaaaaaaa ", "c",
	};
	trace_event_id_t ids[6];
	trace_id_t trid = ct_stream(NULL);
	char got[4096];
	int i, j;

	for (i = 0; i < 6; i++) {
		EXPECT(posix_trace_eventid_open(names[i], &ids[i]), 0);
		for (j = 0; j < i; j++)
			if (posix_trace_eventid_equal(trid, ids[i], ids[j]))
				FAIL("\"%s\" and \"%s\" have one identifier",
						names[j], names[i]);
	}
	for (i = 0; i < 6; i++) {
		SETUP(posix_trace_eventid_get_name(trid, ids[i], got));
		if (strcmp(got, names[i]) != 0)
			FAIL("expected \"%s\", got \"%.40s\"", names[i], got);
	}
	PASS("similar names have identifiers of their own");
}
