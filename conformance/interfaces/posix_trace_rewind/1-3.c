/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * REW-1: the next event is the oldest of the log again.
 *
 * Source: XSH posix_trace_rewind() DESCRIPTION; TRL; shall.
 *
 * The same events come, bit for bit.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	static struct ct_event first[30], ev;
	trace_id_t trid = ct_made_log(ct_type("conformance a"), 20);
	int i, n;

	for (n = 0; n < 30 && ct_read(trid, &first[n]); n++)
		;
	if (n < 20)
		FAIL("expected 20 events in the log, got %d", n);
	EXPECT(posix_trace_rewind(trid), 0);
	for (i = 0; i < n; i++) {
		if (!ct_read(trid, &ev))
			FAIL("expected event %d of %d again", i, n);
		if (!ct_is(trid, &ev, first[i].info.posix_event_id) ||
		    ev.len != first[i].len ||
		    memcmp(ev.data, first[i].data, ev.len) != 0 ||
		    ct_ts_cmp(ev.info.posix_timestamp,
				first[i].info.posix_timestamp) != 0 ||
		    ev.info.posix_pid != first[i].info.posix_pid)
			FAIL("event %d is another after the rewind", i);
	}
	PASS("the same %d events came again", n);
}
