/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * REW-1: the next event is the oldest of the log again.
 *
 * Source: XSH posix_trace_rewind() DESCRIPTION; TRL; shall.
 *
 * The log is one that has overwritten its oldest events.
 */
#define NEEDS (CT_LOG)
#include "conffull.h"

/* The number of all events of the log, the number of the first of this type in
 * *first. */
static int count(trace_id_t trid, trace_event_id_t id, int *first)
{
	static struct ct_event ev;
	int n = 0;

	for (*first = -1; ct_read(trid, &ev); n++)
		if (*first == -1 && ct_is(trid, &ev, id))
			*first = ct_number(&ev);
	return n;
}

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	int n, first, again, events;
	size_t size;
	trace_id_t trid = ct_overfilled_log(id, POSIX_TRACE_LOOP, &size, &n);

	SETUP(posix_trace_shutdown(trid));
	trid = ct_reopen();
	id = ct_type_in(trid, "conformance a");
	events = count(trid, id, &first);
	if (first <= 0)
		UNRESOLVED("the log has not overwritten its first event");
	EXPECT(posix_trace_rewind(trid), 0);
	n = count(trid, id, &again);
	if (n != events || again != first)
		FAIL("expected %d events from %d on after the rewind, got %d from "
				"%d on", events, first, n, again);
	PASS("%d events came again after the rewind", n);
}
