/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * SHUT-3: unread events are discarded and do not delay it.
 *
 * Source: XSH posix_trace_shutdown() DESCRIPTION; TRC; shall.
 */
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid = ct_running(NULL);
	int i;

	for (i = 0; i < 100; i++)
		ct_fire(id, i);
	EXPECT(posix_trace_shutdown(trid), 0);
	trid = ct_running(NULL);
	i = ct_count(ct_try, trid, id);
	if (i != 0)
		FAIL("expected the next stream to be empty, got %d events", i);
	PASS("100 unread events went with the stream");
}
