/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * GET-3: on an active stream without an event the call waits for one, also
 * when the stream does not run.
 *
 * Source: XSH posix_trace_getnext_event() DESCRIPTION; TRC; shall.
 *
 * A running stream: an event ends the wait.
 */
#include "confwait.h"

static void test(void)
{
	ct_must_wait(posix_trace_getnext_event);
	PASS("the reader waited for the event");
}
