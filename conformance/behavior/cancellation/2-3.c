/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CANC-3: functions that are no cancellation points are none either when
 * they meet other threads at work.
 *
 * Source: XSH 2.9.5 Cancellation Points; TRC; shall.
 *
 * posix_trace_event(), while three threads record.
 */
#include "confbeside.h"

static trace_event_id_t id;

static void call(void)
{
	int i = 0;

	while (!ct_half_second())
		ct_fire(id, i++);
}

static void test(void)
{
	trace_id_t trid;

	id = ct_type("conformance b");
	ct_must_not_cancel(call, &trid);
	PASS("recording for half a second was not cancelled");
}
