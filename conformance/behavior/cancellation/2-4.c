/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CANC-3: functions that are no cancellation points are none either when
 * they meet other threads at work.
 *
 * Source: XSH 2.9.5 Cancellation Points; TRC; shall.
 *
 * posix_trace_eventid_open(), posix_trace_eventid_get_name() and
 * posix_trace_eventid_equal(), while three threads record.
 */
#include "confbeside.h"

static trace_id_t trid;
static int result;

static void call(void)
{
	trace_event_id_t other;
	char name[4096];
	int i;

	for (i = 0; !ct_half_second(); i++) {
		snprintf(name, 32, "conformance %d", i % 20);
		result |= posix_trace_eventid_open(name, &other);
		result |= posix_trace_eventid_get_name(trid, other, name);
		result |= !posix_trace_eventid_equal(trid, other, other);
	}
}

static void test(void)
{
	ct_must_not_cancel(call, &trid);
	ct_expect("one of the three functions", result, 0);
	PASS("opening and naming types for half a second was not cancelled");
}
