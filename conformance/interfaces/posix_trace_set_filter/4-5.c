/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FILT-6: after the return events of a type in the filter are not recorded,
 * and other streams are not affected.
 *
 * Source: XSH posix_trace_set_filter() DESCRIPTION, XSH posix_trace_event()
 * DESCRIPTION; TEF; derived.
 *
 * The other stream traces another process.
 */
#define NEEDS (CT_FILTER)
#include "confchild.h"

static void target(void)
{
	trace_event_id_t id = ct_type("conformance a");

	ct_until_traced();
	ct_fire(id, 12);
	ct_tell(ct_done);
	_exit(CT_DONE);
}

static void test(void)
{
	static struct ct_event ev;
	trace_event_set_t set;
	trace_id_t own = ct_stream(NULL), trid;
	int member = 1;
	pid_t pid;

	trid = ct_trace_child(target, &pid);
	SETUP(posix_trace_eventset_fill(&set, POSIX_TRACE_ALL_EVENTS));
	EXPECT(posix_trace_set_filter(own, &set, POSIX_TRACE_SET_EVENTSET), 0);
	SETUP(posix_trace_get_filter(trid, &set));
	SETUP(posix_trace_eventset_ismember(POSIX_TRACE_START, &set, &member));
	if (member)
		FAIL("the filter of a stream is in that of another process");
	ct_child_records(trid);
	ct_reap(pid);
	if (!ct_find_number(ct_try, trid, &ev, 12))
		FAIL("expected an event of a process whose stream has no filter");
	PASS("the filter is that of one stream, not of another process's");
}
