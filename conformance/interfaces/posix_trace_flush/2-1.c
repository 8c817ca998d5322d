/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FLUSH-2: new events can be traced while a flush goes on.
 *
 * Source: XSH posix_trace_flush() DESCRIPTION; TRL; shall.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	static struct ct_event ev;
	trace_id_t trid = ct_logging_for(2100);
	int i, round;

	for (round = 0; round < 20; round++) {
		for (i = 0; i < 100; i++)
			ct_fire(id, round * 100 + i);
		EXPECT(posix_trace_flush(trid), 0);
	}
	SETUP(posix_trace_shutdown(trid));
	trid = ct_reopen();
	id = ct_type_in(trid, "conformance a");
	for (i = 0; i < 2000; i++)
		if (!ct_find(ct_read, trid, &ev, id) || ct_number(&ev) != i)
			FAIL("expected event %d in the log, got "
					"%d", i, ct_number(&ev));
	PASS("events traced between flushes are all in the log");
}
