/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * SHUT-E1: EINVAL when trid is not an active stream.
 *
 * Source: XSH posix_trace_shutdown() ERRORS; TRC; shall.
 *
 * A stream without log is one: the words \"with log\" in the list of errors
 * cannot be meant.
 */
#include "conftest.h"

static void test(void)
{
	trace_id_t trid = ct_running(NULL);

	EXPECT(posix_trace_shutdown(trid), 0);
	PASS("a stream without log was shut down");
}
