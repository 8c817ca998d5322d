/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * STAT-E1: EINVAL when trid is not a stream of the caller.
 *
 * Source: XSH posix_trace_get_status() ERRORS; TRC; shall.
 *
 * A stream that has been shut down.
 */
#include "conftest.h"

static void test(void)
{
	struct posix_trace_status_info st;
	trace_id_t trid = ct_stream(NULL);

	SETUP(posix_trace_shutdown(trid));
	EXPECT(posix_trace_get_status(trid, &st), EINVAL);
	PASS("a stream that is gone gave EINVAL");
}
