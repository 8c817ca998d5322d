/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * GET-E2: EINTR when a signal handler interrupts the wait; no event is lost
 * by it.
 *
 * Source: XSH posix_trace_getnext_event() ERRORS; TRC; shall.
 *
 * Not even one that the handler itself records: a read that gives EINTR has
 * not taken it.
 */
#include "confintr.h"

static void test(void)
{
	PASS("the %d events of the handler all came", ct_must_keep(posix_trace_getnext_event));
}
