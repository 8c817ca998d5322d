/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * TRIDOPEN-E1: EINVAL when trid is not an active stream of the caller.
 *
 * Source: XSH posix_trace_trid_eventid_open() ERRORS; TEF; shall.
 *
 * A stream that has been shut down.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id;
	trace_id_t trid = ct_stream(NULL);

	SETUP(posix_trace_shutdown(trid));
	EXPECT(posix_trace_trid_eventid_open(trid, "conformance a", &id), EINVAL);
	PASS("a stream that is gone gave EINVAL");
}
