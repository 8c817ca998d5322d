/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * GET-E2: EINTR when a signal handler interrupts the wait; no event is lost
 * by it.
 *
 * Source: XSH posix_trace_getnext_event() ERRORS; TRC; shall.
 *
 * The handler is installed without SA_RESTART. Signals are sent until the
 * call has returned.
 */
#include "confintr.h"

static void test(void)
{
	ct_must_interrupt(posix_trace_getnext_event);
	PASS("a signal gave EINTR, and nothing was lost");
}
