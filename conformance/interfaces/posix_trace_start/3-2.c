/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * START-3: starting a stream that is full records nothing, leaves the status
 * and gives 0.
 *
 * Source: XSH posix_trace_start() DESCRIPTION; TRC; shall.
 *
 * Events after that are lost.
 */
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a"), late;
	trace_attr_t attr;
	trace_id_t trid;
	int i, n;

	late = ct_type("conformance late");
	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, 20, 64);
	trid = ct_running(&attr);
	n = ct_fill(trid, id, 64);
	for (i = 0; i < 16; i++)
		ct_fire(id, n + i);
	for (i = 0; i < 3; i++) {
		EXPECT(posix_trace_start(trid), 0);
		if (ct_status(trid).posix_stream_status !=
				POSIX_TRACE_SUSPENDED)
			FAIL("expected SUSPENDED after start %d", i + 1);
		ct_fire(late, i);
	}
	n = ct_count(ct_try, trid, late);
	if (n != 0)
		FAIL("expected no event after the start, got %d", n);
	PASS("a full stream that was started recorded nothing");
}
