/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CANC-4: a read that is cancelled while it waits has taken no event.
 *
 * Source: XSH 2.9.5 Cancellation Points, XSH posix_trace_getnext_event()
 * ERRORS; TRC; shall.
 *
 * posix_trace_timedgetnext_event().
 */
#include "confwait.h"

static void test(void)
{
	ct_must_lose_none(ct_timedget);
	PASS("no event was lost to a cancelled reader");
}
