/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EVOPEN-7: the new type is in the list of every active stream of the
 * process, and they know its name.
 *
 * Source: XSH 2.11 Tracing; TRC; shall.
 *
 * The name.
 */
#include "conftest.h"

static void test(void)
{
	char name[4096];
	trace_event_id_t id;
	trace_id_t a = ct_stream(NULL), b = ct_running(NULL);

	EXPECT(posix_trace_eventid_open("conformance late", &id), 0);
	EXPECT(posix_trace_eventid_get_name(a, id, name), 0);
	if (strcmp(name, "conformance late") != 0)
		FAIL("expected the name in the first stream, got \"%.40s\"", name);
	EXPECT(posix_trace_eventid_get_name(b, id, name), 0);
	if (strcmp(name, "conformance late") != 0)
		FAIL("expected the name in the second stream, got \"%.40s\"", name);
	PASS("both streams know the new name");
}
