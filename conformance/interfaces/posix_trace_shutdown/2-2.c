/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * SHUT-2: the stream is gone: every use of trid gives EINVAL.
 *
 * Source: XSH posix_trace_shutdown() DESCRIPTION; TRC; shall.
 *
 * Also when other streams were made since.
 */
#include "conftest.h"

static void test(void)
{
	trace_id_t trid = ct_running(NULL), other;
	int i;

	EXPECT(posix_trace_shutdown(trid), 0);
	for (i = 0; i < 5; i++) {
		other = ct_running(NULL);
		EXPECT(posix_trace_stop(trid), EINVAL);
		if (ct_status(other).posix_stream_status != POSIX_TRACE_RUNNING)
			FAIL("stopping a stream that is gone stopped a younger one");
		EXPECT(posix_trace_shutdown(trid), EINVAL);
		SETUP(posix_trace_shutdown(other));
	}
	PASS("a younger stream is not taken for one that is gone");
}
