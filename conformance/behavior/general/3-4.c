/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * INFO-3: a system event that a call asked for has the address of that call,
 * and a user event that of its own.
 *
 * Source: XSH 2.11.1 posix_trace_event_info Structure; TRC; shall.
 *
 * In a log, too: two calls of posix_trace_start(), and two of
 * posix_trace_stop(), in different places have different addresses. The
 * functions are not inlined, and the calls are not their last act.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static trace_id_t trid;
static volatile int calls;

static void here(void)
{
	SETUP(posix_trace_start(trid));
	calls += 1;
	SETUP(posix_trace_stop(trid));
	calls += 2;
}

static void there(void)
{
	calls += 3;
	SETUP(posix_trace_start(trid));
	calls += 4;
	SETUP(posix_trace_stop(trid));
	calls += 5;
}

static void (*volatile call_here)(void) = here;
static void (*volatile call_there)(void) = there;

/* The addresses of three events of a type: the same call twice, and another. */
static void compare(trace_event_id_t type, const char *name)
{
	static struct ct_event ev;
	void *addr[3];
	int i;

	EXPECT(posix_trace_rewind(trid), 0);
	for (i = 0; i < 3; i++) {
		if (!ct_find(ct_read, trid, &ev, type))
			FAIL("expected three %ss, got %d", name, i);
		addr[i] = ev.info.posix_prog_address;
	}
	if (addr[0] != addr[1])
		FAIL("one call gave two addresses of %s, %p and %p", name,
				addr[0], addr[1]);
	if (addr[1] == addr[2])
		FAIL("two calls gave one address of %s, %p", name, addr[2]);
}

static void test(void)
{
	trace_attr_t attr;

	ct_log_attr(&attr, 20);
	trid = ct_logged(&attr, ct_file());
	call_here();
	call_here();
	call_there();
	SETUP(posix_trace_shutdown(trid));
	trid = ct_reopen();
	compare(POSIX_TRACE_START, "START");
	compare(POSIX_TRACE_STOP, "STOP");
	PASS("START and STOP have the address of the call in a log");
}
