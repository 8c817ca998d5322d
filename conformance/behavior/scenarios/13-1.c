/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EX-13: a controller prepares the filter of another process before the start, from
 * the list of its types and from a name that it knows.
 *
 * Source: XRAT B.2.11 Rationale on Trace Event Type Name Space; TEF; derived.
 *
 * The process opens one of the two names only when it is traced.
 */
#define NEEDS (CT_FILTER)
#include "confchild.h"

static void traced(void)
{
	trace_event_id_t listed = ct_type("conformance listed");

	ct_until_traced();
	ct_fire(listed, 1);
	ct_fire(ct_type("conformance known"), 2);
	ct_fire(ct_type("conformance wanted"), 3);
	ct_tell(ct_done);
	ct_hear(ct_go);
	_exit(CT_DONE);
}

/* The type of this name in the list from its begin. */
static trace_event_id_t choose(trace_id_t trid, const char *wanted)
{
	trace_event_id_t id;
	char name[4096];
	int none;

	EXPECT(posix_trace_eventtypelist_rewind(trid), 0);
	do {
		EXPECT(posix_trace_eventtypelist_getnext_id(trid, &id, &none), 0);
		if (none)
			FAIL("expected the type \"%s\" in the list", wanted);
		EXPECT(posix_trace_eventid_get_name(trid, id, name), 0);
	} while (strcmp(name, wanted) != 0);
	return id;
}

static void test(void)
{
	trace_event_id_t listed, known, wanted;
	static struct ct_event ev;
	trace_event_set_t set;
	trace_id_t trid;
	pid_t pid;

	trid = ct_trace_child(traced, &pid);
	listed = choose(trid, "conformance listed");
	EXPECT(posix_trace_trid_eventid_open(trid, "conformance known", &known), 0);
	EXPECT(posix_trace_eventset_empty(&set), 0);
	EXPECT(posix_trace_eventset_add(listed, &set), 0);
	EXPECT(posix_trace_eventset_add(known, &set), 0);
	EXPECT(posix_trace_set_filter(trid, &set, POSIX_TRACE_SET_EVENTSET), 0);
	ct_child_records(trid);
	wanted = choose(trid, "conformance wanted");
	if (!posix_trace_eventid_equal(trid, choose(trid, "conformance known"),
			known))
		FAIL("expected one type for the controller and the process");
	while (ct_try(trid, &ev))
		if (ct_is(trid, &ev, listed) || ct_is(trid, &ev, known))
			FAIL("an event that is filtered came: %d", ct_number(&ev));
		else if (ct_is(trid, &ev, wanted))
			break;
	if (!ct_is(trid, &ev, wanted) || ct_number(&ev) != 3)
		FAIL("expected event 3");
	ct_tell(ct_go);
	ct_reap(pid);
	PASS("the filter was ready before the process was traced");
}
