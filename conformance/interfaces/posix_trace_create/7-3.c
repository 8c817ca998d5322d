/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CREATE-7: many streams may trace one process, each independent of the
 * others.
 *
 * Source: XSH posix_trace_create() DESCRIPTION; TRC; shall.
 *
 * One is running, the other not.
 */
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t a = ct_running(NULL), b = ct_stream(NULL);
	int in_a, in_b;

	ct_fire(id, 1);
	in_a = ct_count(ct_try, a, id);
	in_b = ct_count(ct_try, b, id);
	if (in_a != 1 || in_b != 0)
		FAIL("expected the event in the running stream only, got %d "
				"and %d", in_a, in_b);
	PASS("only the running stream has the event");
}
