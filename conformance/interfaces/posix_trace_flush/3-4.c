/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FLUSH-3: the room of flushed events is free again.
 *
 * Source: XSH posix_trace_flush() DESCRIPTION; TRL; shall.
 *
 * What is recorded after the flush is in the log.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid;
	int i, k, n;

	ct_log_attr(&attr, 20);
	trid = ct_logging(&attr, ct_file());
	for (k = 1; k <= 3; k++) {
		n = ct_fill(trid, id, 64);
		for (i = 0; i < 16; i++)
			ct_fire(id, n + i);
		ct_flush(trid);
		ct_fire(id, -10 * k);
	}
	SETUP(posix_trace_shutdown(trid));
	trid = ct_reopen();
	for (k = 1; k <= 3; k++)
		if (!ct_find_number(ct_read, trid, &ev, -10 * k))
			FAIL("expected the event after flush %d in the log", k);
	PASS("the stream ran again after each of three flushes");
}
