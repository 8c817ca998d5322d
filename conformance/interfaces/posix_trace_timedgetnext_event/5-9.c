/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * TGET-2: without an event the call waits until CLOCK_REALTIME reaches
 * abstime, and gives ETIMEDOUT.
 *
 * Source: XSH posix_trace_timedgetnext_event() DESCRIPTION, XSH
 * posix_trace_timedgetnext_event() ERRORS; TRC; shall.
 *
 * Also when the stream is cleared meanwhile: an event that comes then ends the wait.
 */
#include "confwait.h"

static void test(void)
{
	ct_must_outlast_clear(ct_timedget);
	PASS("the reader went on waiting, and got the event after the clear");
}
