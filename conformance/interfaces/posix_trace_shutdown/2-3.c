/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * SHUT-2: the stream is gone: every use of trid gives EINVAL.
 *
 * Source: XSH posix_trace_shutdown() DESCRIPTION; TRC; shall.
 *
 * Suspended, full, and never started streams can be shut down as well.
 */
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid = ct_stream(NULL);

	EXPECT(posix_trace_shutdown(trid), 0);
	trid = ct_running(NULL);
	SETUP(posix_trace_stop(trid));
	EXPECT(posix_trace_shutdown(trid), 0);
	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, 20, 64);
	trid = ct_running(&attr);
	ct_fill(trid, id, 64);
	EXPECT(posix_trace_shutdown(trid), 0);
	ct_attr(&attr, POSIX_TRACE_LOOP, 20, 64);
	trid = ct_running(&attr);
	ct_fill(trid, id, 64);
	EXPECT(posix_trace_shutdown(trid), 0);
	PASS("streams in each state were shut down");
}
