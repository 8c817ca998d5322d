/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EVENT-6: the event says which process and which thread recorded it, from
 * where, and when.
 *
 * Source: XSH 2.11.1 posix_trace_event_info Structure; TRC; shall.
 *
 * The address, in a child that inherits the stream: where a call is in its parent
 * it is in the child, because fork() copies the memory.
 */
#define NEEDS (CT_INHERIT)
#include "conftest.h"

static trace_event_id_t id;
static volatile int calls;

static void here(int n)
{
	posix_trace_event(id, &n, sizeof(n));
	calls += 1;
}

static void there(int n)
{
	posix_trace_event(id, &n, sizeof(n));
	calls += 2;
}

static void (*volatile call_here)(int) = here;
static void (*volatile call_there)(int) = there;

static void test(void)
{
	static struct ct_event ev;
	void *addr[4];
	trace_attr_t attr;
	trace_id_t trid;
	pid_t pid;
	int i;

	id = ct_type("conformance a");
	ct_attr(&attr, POSIX_TRACE_LOOP, 8, 64);
	SETUP(posix_trace_attr_setinherited(&attr, POSIX_TRACE_INHERITED));
	ct_room(&attr, 8, 64);
	trid = ct_running(&attr);
	call_here(101);
	call_there(102);
	pid = ct_fork();
	if (pid == 0) {
		call_here(103);
		call_there(104);
		_exit(CT_DONE);
	}
	ct_reap(pid);
	for (i = 0; i < 4; i++) {
		if (!ct_find_number(ct_try, trid, &ev, 101 + i))
			FAIL("expected event %d", 101 + i);
		addr[i] = ev.info.posix_prog_address;
	}
	for (i = 0; i < 2; i++)
		if (addr[i] != addr[i + 2])
			FAIL("a call is at %p in the parent, at %p in the child",
					addr[i], addr[i + 2]);
	if (addr[2] == addr[3])
		FAIL("two calls of the child gave one address, %p", addr[2]);
	PASS("calls have the same addresses in parent and child");
}
