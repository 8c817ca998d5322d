/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * TGET-2: without an event the call waits until CLOCK_REALTIME reaches
 * abstime, and gives ETIMEDOUT.
 *
 * Source: XSH posix_trace_timedgetnext_event() DESCRIPTION, XSH
 * posix_trace_timedgetnext_event() ERRORS; TRC; shall.
 *
 * An event ends the wait before the time.
 */
#include "confwait.h"

static void test(void)
{
	ct_must_wait(ct_timedget);
	PASS("the event ended the wait");
}
