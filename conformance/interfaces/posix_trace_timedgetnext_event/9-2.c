/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * GET-E2: EINTR when a signal handler interrupts the wait; no event is lost
 * by it.
 *
 * Source: XSH posix_trace_timedgetnext_event() ERRORS; TRC; shall.
 *
 * An event that the handler records is there for the next call.
 */
#include "confintr.h"

static void test(void)
{
	PASS("the %d events of the handler all came", ct_must_keep(ct_timedget));
}
