/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FORK-1: with POSIX_TRACE_INHERITED a child is traced into the same stream,
 * with its own pid and its parent's names.
 *
 * Source: XSH fork() DESCRIPTION; TRI; shall.
 *
 * Its events come, among those of the parent.
 */
#define NEEDS (CT_INHERIT)
#include "confheir.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	struct ct_heir heir = ct_heir_between(id);
	int i;

	for (i = 0; i < 3; i++) {
		if (!ct_find(ct_try, heir.trid, &ev, id) || ct_number(&ev) != i)
			FAIL("expected event %d, got %d", i, ct_number(&ev));
		if (ev.info.posix_pid != (i == 1 ? heir.pid : getpid()))
			FAIL("event %d has pid %ld", i, (long)ev.info.posix_pid);
	}
	PASS("the child's event came with the child's pid");
}
