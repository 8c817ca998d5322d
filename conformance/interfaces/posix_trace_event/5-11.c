/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EVENT-6: the event says which process and which thread recorded it, from
 * where, and when.
 *
 * Source: XSH 2.11.1 posix_trace_event_info Structure; TRC; shall.
 *
 * The address, when the controller is another process: events of one call have
 * one address, events of two calls have two. The functions are not inlined,
 * and the calls are not their last act.
 */
#include "confchild.h"

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

static void target(void)
{
	id = ct_type("conformance a");
	ct_until_traced();
	call_here(101);
	call_here(102);
	call_there(103);
	ct_tell(ct_done);
	ct_hear(ct_go);
	_exit(CT_DONE);
}

static void test(void)
{
	static struct ct_event ev;
	void *addr[3];
	trace_id_t trid;
	pid_t pid;
	int i;

	trid = ct_traced_child(target, &pid);
	for (i = 0; i < 3; i++) {
		if (!ct_find_number(ct_try, trid, &ev, 101 + i))
			FAIL("expected event %d of the child", 101 + i);
		addr[i] = ev.info.posix_prog_address;
	}
	if (addr[0] != addr[1])
		FAIL("one call gave two addresses, %p and %p", addr[0], addr[1]);
	if (addr[1] == addr[2])
		FAIL("two calls gave one address, %p", addr[2]);
	ct_tell(ct_go);
	ct_reap(pid);
	PASS("the addresses tell the calls of another process apart");
}
