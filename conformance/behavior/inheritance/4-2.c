/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FORK-4: INHERITED is for all children to come, and theirs, but not for
 * those that exist already.
 *
 * Source: XBD 4.19 Tracing; TRI; shall.
 *
 * Several children, at the same time.
 */
#define NEEDS (CT_INHERIT)
#include "conftest.h"

#define CHILDREN 5

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	pid_t pids[CHILDREN];
	int counts[CHILDREN] = { 0 }, i, k;
	trace_attr_t attr;
	trace_id_t trid;

	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, CHILDREN * 50, 16);
	SETUP(posix_trace_attr_setinherited(&attr, POSIX_TRACE_INHERITED));
	ct_room(&attr, CHILDREN * 50, 16);
	trid = ct_running(&attr);
	for (i = 0; i < CHILDREN; i++) {
		pids[i] = ct_fork();
		if (pids[i] == 0) {
			for (k = 0; k < 50; k++)
				ct_fire(id, k);
			_exit(CT_DONE);
		}
	}
	for (i = 0; i < CHILDREN; i++)
		ct_reap(pids[i]);
	while (ct_find(ct_try, trid, &ev, id))
		for (i = 0; i < CHILDREN; i++)
			if (ev.info.posix_pid == pids[i] &&
			    ct_number(&ev) != counts[i]++)
				FAIL("events of child %d are out of order", i);
	for (i = 0; i < CHILDREN; i++)
		if (counts[i] != 50)
			FAIL("expected 50 events of child %d, got %d", i, counts[i]);
	PASS("five children are traced");
}
