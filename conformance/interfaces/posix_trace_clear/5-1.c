/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CLEAR-E1: EINVAL when trid is not an active stream.
 *
 * Source: XSH posix_trace_clear() ERRORS; TRC; shall.
 *
 * A stream that has been shut down.
 */
#include "conftest.h"

static void test(void)
{
	trace_id_t trid = ct_running(NULL);

	SETUP(posix_trace_shutdown(trid));
	EXPECT(posix_trace_clear(trid), EINVAL);
	PASS("a stream that is gone gave EINVAL");
}
