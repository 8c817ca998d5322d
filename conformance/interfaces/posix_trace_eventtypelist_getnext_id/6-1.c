/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * LIST-E1: EINVAL when trid is not a stream of the caller.
 *
 * Source: XSH posix_trace_eventtypelist_getnext_id() ERRORS; TRC; shall.
 *
 * A stream that has been shut down.
 */
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id;
	trace_id_t trid = ct_stream(NULL);
	int none;

	SETUP(posix_trace_shutdown(trid));
	EXPECT(posix_trace_eventtypelist_getnext_id(trid, &id, &none), EINVAL);
	PASS("a stream that is gone gave EINVAL");
}
