/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EVNAME-1: the name bound to the identifier in this stream or log is
 * copied.
 *
 * Source: XSH posix_trace_eventid_get_name() DESCRIPTION; TRC; shall.
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
	trace_id_t trid = ct_stream(NULL);
	char name[4096];
	size_t i;

	for (i = 0; i < n; i++) {
		EXPECT(posix_trace_eventid_get_name(trid, ct_type(names[i]), name),
				0);
		if (strcmp(name, names[i]) != 0)
			FAIL("expected %s, got %.60s", names[i], name);
	}
	PASS("%zu names came back", n);
}
