/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FILT-E1: EINVAL when trid is not an active stream.
 *
 * Source: XSH posix_trace_get_filter() ERRORS; TEF; shall.
 *
 * A stream that has been shut down.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

static void test(void)
{
	trace_event_set_t set;
	trace_id_t trid = ct_stream(NULL);

	SETUP(posix_trace_shutdown(trid));
	EXPECT(posix_trace_get_filter(trid, &set), EINVAL);
	PASS("a stream that is gone gave EINVAL");
}
