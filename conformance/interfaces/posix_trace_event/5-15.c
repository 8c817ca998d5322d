/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EVENT-6: the event says which process and which thread recorded it, from where,
 * and when.
 *
 * Source: XSH 2.11.1 posix_trace_event_info Structure; TRC; shall.
 *
 * The time of START, of a stream that was made a moment before.
 */
#include "confclock.h"

static void act(trace_id_t trid, int number)
{
	if (number == 0)
		SETUP(posix_trace_start(trid));
	else
		ct_fire(ct_apart_id, number);
}

static void test(void)
{
	struct ct_apart apart;
	trace_id_t trid;
	double gap;

	ct_apart_id = ct_type("conformance a");
	trid = ct_stream_for(2, 4);
	CT_WATCH(0);
	CT_WATCH(0);
	apart = ct_apart(trid, act);
	gap = ct_must_be_apart(&apart, ct_try, trid, POSIX_TRACE_START,
			ct_apart_id);
	PASS("START and an event are %.3f s apart, a clock says %.3f", gap,
			apart.outer);
}
