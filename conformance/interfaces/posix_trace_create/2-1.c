/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CREATE-2: pid 0 is the calling process.
 *
 * Source: XSH posix_trace_create() DESCRIPTION; TRC; shall.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid;

	CREATES(posix_trace_create(0, ct_plain(&attr, POSIX_TRACE_LOOP), &trid));
	EXPECT(posix_trace_start(trid), 0);
	ct_fire(id, 3);
	if (!ct_find(ct_try, trid, &ev, id) || ct_number(&ev) != 3)
		FAIL("expected an event of this process; none came");
	if (ev.info.posix_pid != getpid())
		FAIL("expected pid %ld, got %ld", (long)getpid(),
				(long)ev.info.posix_pid);
	PASS("pid 0 traces this process");
}
