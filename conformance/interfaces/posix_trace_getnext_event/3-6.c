/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * GET-3: on an active stream without an event the call waits for one, also
 * when the stream does not run.
 *
 * Source: XSH posix_trace_getnext_event() DESCRIPTION; TRC; shall.
 *
 * Also when the stream is cleared meanwhile.
 */
#include "confwait.h"

static void test(void)
{
	ct_must_outlast_clear(posix_trace_getnext_event);
	PASS("the reader went on waiting, and got the event after the clear");
}
