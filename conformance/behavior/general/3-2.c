/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * INFO-3: a system event that a call asked for has the address of that call,
 * and a user event that of its own.
 *
 * Source: XSH 2.11.1 posix_trace_event_info Structure; TRC; shall.
 *
 * Two calls of posix_trace_start() in different places have different
 * addresses. The functions are not inlined, and the calls are not their last
 * act.
 */
#include "confcall.h"

static trace_id_t trid;
static volatile int calls;

static void here(void)
{
	SETUP(posix_trace_start(trid));
	calls += 1;
}

static void there(void)
{
	calls += 2;
	SETUP(posix_trace_start(trid));
	calls += 3;
}

static void (*volatile call_here)(void) = here;
static void (*volatile call_there)(void) = there;

static void test(void)
{
	trid = ct_stream(NULL);
	call_here();
	SETUP(posix_trace_stop(trid));
	call_here();
	SETUP(posix_trace_stop(trid));
	call_there();
	ct_must_tell_calls(ct_try, trid, POSIX_TRACE_START, "START");
	PASS("START has the address of the call");
}
