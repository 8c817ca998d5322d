/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CANC-3: functions that are no cancellation points are none either when
 * they meet other threads at work.
 *
 * Source: XSH 2.9.5 Cancellation Points; TRC; shall.
 *
 * posix_trace_start() and posix_trace_stop(), while three threads record.
 */
#include "confbeside.h"

static trace_id_t trid;
static int result;

static void call(void)
{
	while (!ct_half_second()) {
		result |= posix_trace_stop(trid);
		result |= posix_trace_start(trid);
	}
}

static void test(void)
{
	ct_must_not_cancel(call, &trid);
	ct_expect("posix_trace_start or posix_trace_stop", result, 0);
	PASS("starting and stopping for half a second was not cancelled");
}
