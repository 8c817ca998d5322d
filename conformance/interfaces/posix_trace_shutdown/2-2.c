/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * SHUT-2: the stream is gone: every use of trid gives EINVAL.
 *
 * Source: XSH posix_trace_shutdown() DESCRIPTION; TRC; shall.
 *
 * Also when other streams were made since, unless one of them has got the
 * trid: nothing says that it is never used again.
 */
#include "conftest.h"

static void test(void)
{
	trace_id_t trid = ct_running(NULL), other;
	int i, err, running;

	EXPECT(posix_trace_shutdown(trid), 0);
	for (i = 0; i < 5; i++) {
		other = ct_running(NULL);
		err = posix_trace_stop(trid);
		running = ct_status(other).posix_stream_status ==
				POSIX_TRACE_RUNNING;
		if (err == 0 && !running)
			UNTESTED("the trid names a younger stream now");
		ct_expect("posix_trace_stop(trid)", err, EINVAL);
		if (!running)
			FAIL("stopping a stream that is gone stopped a younger one");
		EXPECT(posix_trace_shutdown(trid), EINVAL);
		SETUP(posix_trace_shutdown(other));
	}
	PASS("a younger stream is not taken for one that is gone");
}
