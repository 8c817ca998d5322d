/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CLEAR-4: the stream is as if just created, so with the attributes that it was
 * created with.
 *
 * Source: XSH posix_trace_clear() DESCRIPTION; TRC; shall.
 *
 * The stream does what they say.
 */
#define NEEDS (CT_INHERIT)
#include "confattr.h"

static void test(void)
{
	static unsigned char data[700];
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid;
	pid_t pid;

	ct_unusual(&attr);
	ct_room(&attr, 30, sizeof(data));
	trid = ct_running(&attr);
	EXPECT(posix_trace_clear(trid), 0);
	posix_trace_event(id, data, sizeof(data));
	pid = ct_fork();
	if (pid == 0) {
		ct_fire(id, 1);
		_exit(CT_DONE);
	}
	ct_reap(pid);
	if (!ct_find(ct_try, trid, &ev, id) || ev.len != sizeof(data))
		FAIL("expected %zu bytes, got %zu", sizeof(data), ev.len);
	if (!ct_find(ct_try, trid, &ev, id) || ev.info.posix_pid != pid)
		FAIL("expected the event of a child");
	ct_fill(trid, id, 64);
	if (ct_status(trid).posix_stream_status != POSIX_TRACE_SUSPENDED)
		FAIL("expected the stream to stop when it was full");
	PASS("size of data, inheritance and policy are as before");
}
