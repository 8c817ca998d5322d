/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * GATTR-E1: EINVAL when trid is neither an active stream nor a log.
 *
 * Source: XSH posix_trace_get_attr() ERRORS; TRC; shall.
 *
 * A stream that has been shut down.
 */
#include "conftest.h"

static void test(void)
{
	trace_attr_t attr;
	trace_id_t trid = ct_stream(NULL);

	SETUP(posix_trace_shutdown(trid));
	EXPECT(posix_trace_get_attr(trid, &attr), EINVAL);
	PASS("a stream that is gone gave EINVAL");
}
