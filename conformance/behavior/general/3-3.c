/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * INFO-3: a system event that a call asked for has the address of that call,
 * and a user event that of its own.
 *
 * Source: XSH 2.11.1 posix_trace_event_info Structure; TRC; shall.
 *
 * Two calls of posix_trace_set_filter() in different places have different
 * addresses. The functions are not inlined, and the calls are not their last
 * act. Each call changes the filter.
 */
#define NEEDS (CT_FILTER)
#include "confcall.h"

static const char *const names[] = {
	"conformance a", "conformance b", "conformance c",
};
static trace_event_id_t id[3];
static trace_id_t trid;
static volatile int calls;

static trace_event_set_t next_set(void)
{
	static int n;
	trace_event_set_t set;

	SETUP(posix_trace_eventset_empty(&set));
	SETUP(posix_trace_eventset_add(id[n++], &set));
	return set;
}

static void here(void)
{
	trace_event_set_t set = next_set();

	SETUP(posix_trace_set_filter(trid, &set, POSIX_TRACE_ADD_EVENTSET));
	calls += 1;
}

static void there(void)
{
	trace_event_set_t set = next_set();

	calls += 2;
	SETUP(posix_trace_set_filter(trid, &set, POSIX_TRACE_ADD_EVENTSET));
	calls += 3;
}

static void (*volatile call_here)(void) = here;
static void (*volatile call_there)(void) = there;

static void test(void)
{
	int i;

	for (i = 0; i < 3; i++)
		id[i] = ct_type(names[i]);
	trid = ct_running(NULL);
	call_here();
	call_here();
	call_there();
	ct_must_tell_calls(ct_try, trid, POSIX_TRACE_FILTER, "FILTER");
	PASS("FILTER has the address of the call");
}
