/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * ORD-1: events come oldest first, in the order in which they were
 * generated.
 *
 * Source: XSH posix_trace_getnext_event() DESCRIPTION; TRC; shall.
 *
 * Two threads that take turns, out of a log that was flushed meanwhile.
 */
#define NEEDS (CT_LOG)
#include "confbeside.h"

#define ROUNDS 40

static void test(void)
{
	static struct ct_turn turns[2];
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid = ct_logging_for(2 * ROUNDS + 100);
	int i;

	ct_begin_turns(turns, id, ROUNDS);
	for (i = 0; i < 20; i++) {
		ct_pause();
		SETUP(posix_trace_flush(trid));
	}
	ct_end_turns(turns);
	SETUP(posix_trace_shutdown(trid));
	trid = ct_reopen();
	id = ct_type_in(trid, "conformance a");
	for (i = 0; i < 2 * ROUNDS; i++)
		if (!ct_find(ct_read, trid, &ev, id) || ct_number(&ev) != i)
			FAIL("expected event %d, got %d", i, ct_number(&ev));
	PASS("the log has the events in the order of their turns");
}
