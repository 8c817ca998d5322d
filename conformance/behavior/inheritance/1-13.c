/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FORK-1: with POSIX_TRACE_INHERITED a child is traced into the same stream,
 * with its own pid and its parent's names.
 *
 * Source: XSH fork() DESCRIPTION; TRI; shall.
 *
 * Its data of any length up to max-data-size is whole.
 */
#define NEEDS (CT_INHERIT)
#include "conftest.h"

enum { MOST = 256 };

static unsigned char data[MOST];

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid;
	size_t size;
	pid_t pid;

	for (size = 0; size < MOST; size++)
		data[size] = (unsigned char)(size * 7 + 1);
	ct_init(&attr);
	SETUP(posix_trace_attr_setinherited(&attr, POSIX_TRACE_INHERITED));
	ct_room(&attr, 10, MOST);
	trid = ct_running(&attr);
	pid = ct_fork();
	if (pid == 0) {
		for (size = 1; size <= MOST; size *= 2)
			posix_trace_event(id, data, size);
		_exit(CT_DONE);
	}
	ct_reap(pid);
	for (size = 1; size <= MOST; size *= 2) {
		if (!ct_find(ct_try, trid, &ev, id))
			FAIL("expected the child's event of %zu bytes", size);
		if (ev.len != size || memcmp(ev.data, data, size) != 0)
			FAIL("expected %zu bytes as the child recorded them, got "
					"%zu", size, ev.len);
		if (ev.info.posix_truncation_status != POSIX_TRACE_NOT_TRUNCATED)
			FAIL("expected %zu bytes of the child not to be truncated",
					size);
	}
	PASS("the data of a child was recorded whole");
}
