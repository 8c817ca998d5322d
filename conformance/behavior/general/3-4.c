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
#include "confcall.h"

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
	ct_must_tell_calls(ct_read, trid, POSIX_TRACE_START, "START");
	EXPECT(posix_trace_rewind(trid), 0);
	ct_must_tell_calls(ct_read, trid, POSIX_TRACE_STOP, "STOP");
	PASS("START and STOP have the address of the call in a log");
}
