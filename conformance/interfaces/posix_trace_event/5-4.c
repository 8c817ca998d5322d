/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EVENT-6: the event says which process and which thread recorded it, from
 * where, and when.
 *
 * Source: XSH 2.11.1 posix_trace_event_info Structure; TRC; shall.
 *
 * The address: events of one call have one address, events of two calls have
 * two. The functions are not inlined, and the calls are not their last act,
 * so that each is one place in the program.
 */
#include "conftest.h"

static trace_event_id_t id;
static volatile int calls;

static void here(void)
{
	posix_trace_event(id, NULL, 0);
	calls += 1;
}

static void there(void)
{
	posix_trace_event(id, "x", 1);
	calls += 2;
}

static void (*volatile call_here)(void) = here;
static void (*volatile call_there)(void) = there;

static void test(void)
{
	static struct ct_event ev;
	void *addr[3];
	trace_id_t trid;
	int i;

	id = ct_type("conformance a");
	trid = ct_running(NULL);
	call_here();
	call_here();
	call_there();
	for (i = 0; i < 3; i++) {
		if (!ct_find(ct_try, trid, &ev, id))
			FAIL("expected 3 events, got %d", i);
		addr[i] = ev.info.posix_prog_address;
	}
	if (addr[0] != addr[1])
		FAIL("one call gave two addresses, %p and %p", addr[0], addr[1]);
	if (addr[1] == addr[2])
		FAIL("two calls gave one address, %p", addr[2]);
	PASS("the addresses tell the calls apart");
}
