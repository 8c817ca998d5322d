/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CREATE-1: the function makes an active stream that traces the process pid,
 * stores its identifier and gives 0.
 *
 * Source: XSH posix_trace_create() DESCRIPTION; TRC; shall.
 *
 * The calling process, named by its process id.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid;

	CREATES(posix_trace_create(getpid(), NULL, &trid));
	EXPECT(posix_trace_start(trid), 0);
	ct_fire(id, 1);
	if (!ct_find(ct_try, trid, &ev, id))
		FAIL("expected an event of this process; none came");
	if (ev.info.posix_pid != getpid())
		FAIL("expected pid %ld, got %ld", (long)getpid(),
				(long)ev.info.posix_pid);
	PASS("the stream traces this process");
}
