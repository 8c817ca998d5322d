/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * GEN-3: a function gives only the errors of its page for the conditions of
 * its page.
 *
 * Source: XSH 2.3 Error Numbers; TRC; shall.
 *
 * A function for streams gives EINVAL, and nothing else, after the shutdown.
 */
#include "conftest.h"

static void test(void)
{
	trace_attr_t attr;
	struct posix_trace_status_info st;
	struct posix_trace_event_info info;
	struct timespec ts = { 1, 0 };
	trace_event_id_t id;
	char name[4096];
	trace_id_t trid = ct_stream(NULL);
	size_t len;
	int none;

	SETUP(posix_trace_shutdown(trid));
	EXPECT(posix_trace_start(trid), EINVAL);
	EXPECT(posix_trace_stop(trid), EINVAL);
	EXPECT(posix_trace_clear(trid), EINVAL);
	EXPECT(posix_trace_shutdown(trid), EINVAL);
	EXPECT(posix_trace_get_attr(trid, &attr), EINVAL);
	EXPECT(posix_trace_get_status(trid, &st), EINVAL);
	EXPECT(posix_trace_eventid_get_name(trid, POSIX_TRACE_START, name), EINVAL);
	EXPECT(posix_trace_eventtypelist_getnext_id(trid, &id, &none), EINVAL);
	EXPECT(posix_trace_eventtypelist_rewind(trid), EINVAL);
	EXPECT(posix_trace_getnext_event(trid, &info, NULL, 0, &len, &none), EINVAL);
	EXPECT(posix_trace_timedgetnext_event(trid, &info, NULL, 0, &len,
			&none, &ts), EINVAL);
	EXPECT(posix_trace_trygetnext_event(trid, &info, NULL, 0, &len,
			&none), EINVAL);
	PASS("twelve functions gave EINVAL for a stream that is gone");
}
