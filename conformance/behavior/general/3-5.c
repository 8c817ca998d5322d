/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * INFO-3: a system event that a call asked for has the address of that call,
 * and a user event that of its own.
 *
 * Source: XSH 2.11.1 posix_trace_event_info Structure; TRC; shall.
 *
 * In a log, too: two calls of posix_trace_set_filter(), and two of
 * posix_trace_event(), in different places have different addresses. The
 * functions are not inlined, and the calls are not their last act.
 */
#define NEEDS (CT_FILTER | CT_LOG)
#include "confcall.h"

static trace_event_id_t id, filtered;
static trace_id_t trid;
static volatile int calls;

/* Each call changes the filter. */
static void here(void)
{
	trace_event_set_t set;

	SETUP(posix_trace_eventset_empty(&set));
	if (calls == 0)
		SETUP(posix_trace_eventset_add(filtered, &set));
	SETUP(posix_trace_set_filter(trid, &set, POSIX_TRACE_SET_EVENTSET));
	calls += 1;
	posix_trace_event(id, NULL, 0);
	calls += 2;
}

static void there(void)
{
	trace_event_set_t set;

	SETUP(posix_trace_eventset_empty(&set));
	SETUP(posix_trace_eventset_add(filtered, &set));
	calls += 3;
	SETUP(posix_trace_set_filter(trid, &set, POSIX_TRACE_SET_EVENTSET));
	calls += 4;
	posix_trace_event(id, "", 1);
	calls += 5;
}

static void (*volatile call_here)(void) = here;
static void (*volatile call_there)(void) = there;

static void test(void)
{
	trace_attr_t attr;

	id = ct_type("conformance a");
	filtered = ct_type("conformance b");
	ct_log_attr(&attr, 20);
	trid = ct_logging(&attr, ct_file());
	call_here();
	call_here();
	call_there();
	SETUP(posix_trace_shutdown(trid));
	trid = ct_reopen();
	ct_must_tell_calls(ct_read, trid, POSIX_TRACE_FILTER, "FILTER");
	EXPECT(posix_trace_rewind(trid), 0);
	ct_must_tell_calls(ct_read, trid, ct_type_in(trid, "conformance a"),
			"user");
	PASS("FILTER and user events have the address of the call in a log");
}
