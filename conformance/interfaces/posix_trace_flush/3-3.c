/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FLUSH-3: the room of flushed events is free again.
 *
 * Source: XSH posix_trace_flush() DESCRIPTION; TRL; shall.
 *
 * As much as a stream holds can be recorded after each flush.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	static struct ct_event ev;
	trace_attr_t attr;
	trace_id_t trid;
	int i, round;

	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, 50, 16);
	SETUP(posix_trace_attr_setlogfullpolicy(&attr, POSIX_TRACE_APPEND));
	ct_room(&attr, 50, 16);
	trid = ct_logging(&attr, ct_file());
	for (round = 0; round < 40 && !ct_enough(); round++) {
		for (i = 0; i < 50; i++)
			ct_fire(id, round * 50 + i);
		ct_flush(trid);
	}
	SETUP(posix_trace_shutdown(trid));
	trid = ct_reopen();
	id = ct_type_in(trid, "conformance a");
	for (i = 0; i < 50 * round; i++)
		if (!ct_find(ct_read, trid, &ev, id) || ct_number(&ev) != i)
			FAIL("expected event %d in the log, got "
					"%d", i, ct_number(&ev));
	PASS("%d times the stream's room is in the log", round);
}
