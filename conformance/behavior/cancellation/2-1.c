/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CANC-3: functions that are no cancellation points are none either when
 * they meet other threads at work.
 *
 * Source: XSH 2.9.5 Cancellation Points; TRC; shall.
 *
 * posix_trace_trygetnext_event(), while three threads record.
 */
#include "confbeside.h"

static trace_id_t trid;
static int result;

static void call(void)
{
	struct posix_trace_event_info info;
	size_t len;
	int none;

	while (!ct_half_second())
		result |= posix_trace_trygetnext_event(trid, &info, NULL, 0,
				&len, &none);
}

static void test(void)
{
	ct_must_not_cancel(call, &trid);
	ct_expect("posix_trace_trygetnext_event", result, 0);
	PASS("reading for half a second was not cancelled");
}
