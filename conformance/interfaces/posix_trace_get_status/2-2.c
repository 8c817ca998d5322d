/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * STAT-2: asking resets the overrun status of a stream.
 *
 * Source: XSH posix_trace_get_status() DESCRIPTION; TRC; shall.
 *
 * A LOOP stream; a new overrun is reported again.
 */
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid;
	int i, k, n, seen[3];

	ct_attr(&attr, POSIX_TRACE_LOOP, 20, 64);
	trid = ct_running(&attr);
	n = ct_fill(trid, id, 64);
	for (k = 0; k < 3; k++) {
		if (k != 1)
			for (i = 0; i < 2 * n + 100; i++)
				posix_trace_event(id, "01234567890123456789", 20);
		seen[k] = ct_status(trid).posix_stream_overrun_status;
	}
	if (seen[0] != POSIX_TRACE_OVERRUN || seen[1] != POSIX_TRACE_NO_OVERRUN ||
	    seen[2] != POSIX_TRACE_OVERRUN)
		FAIL("expected OVERRUN, NO_OVERRUN, OVERRUN, got %d, %d, %d",
				seen[0], seen[1], seen[2]);
	PASS("each overrun was told once");
}
