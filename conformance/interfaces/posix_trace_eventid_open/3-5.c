/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EVOPEN-3: different names give different identifiers, none of them that of
 * a system type.
 *
 * Source: XSH posix_trace_eventid_open() DESCRIPTION, XBD 4.19 Tracing; TRC;
 * shall.
 *
 * Names with characters that are not letters.
 */
#include "conftest.h"

static const char *const names[] = {
	"a/b", "/", "a%b", "%s", "%n%d", "a b", "a=b", "a;b", "\"", "\\", "a.b", "*", "#",
	"~", "{a}", "[a]", "$a", "a:b", "<", "&", "a\nb", "a\n", "\t", "\303\244", "\344", "d",
};

static void test(void)
{
	const size_t n = sizeof(names) / sizeof(names[0]);
	trace_event_id_t ids[sizeof(names) / sizeof(names[0])];
	trace_id_t trid = ct_stream(NULL);
	size_t i, k;

	for (i = 0; i < n; i++) {
		ids[i] = CT_UNNAMED;
		EXPECT(posix_trace_eventid_open(names[i], &ids[i]), 0);
		if (!ct_differ(trid, ids[i], CT_UNNAMED))
			FAIL("name %zu has no type of its own", i);
		for (k = 0; k < i; k++)
			if (posix_trace_eventid_equal(trid, ids[i], ids[k]))
				FAIL("the names %s and %s have one type",
						names[i], names[k]);
	}
	PASS("%zu names have a type each", n);
}
