/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CREATE-7: many streams may trace one process, each independent of the
 * others.
 *
 * Source: XSH posix_trace_create() DESCRIPTION; TRC; shall.
 *
 * One is cleared, and one is shut down.
 */
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t a = ct_running(NULL), b = ct_running(NULL);
	trace_id_t c = ct_running(NULL);
	int n;

	ct_fire(id, 1);
	SETUP(posix_trace_clear(a));
	SETUP(posix_trace_shutdown(b));
	ct_fire(id, 2);
	n = ct_count(ct_try, c, id);
	if (n != 2)
		FAIL("expected two events in the third stream, got %d", n);
	n = ct_count(ct_try, a, id);
	if (n != 1)
		FAIL("expected one event after the clear in the first stream, "
				"got %d", n);
	PASS("clear and shutdown touched one stream each");
}
