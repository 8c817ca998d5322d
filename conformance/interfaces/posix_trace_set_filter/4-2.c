/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FILT-6: after the return events of a type in the filter are not recorded,
 * and other streams are not affected.
 *
 * Source: XSH posix_trace_set_filter() DESCRIPTION, XSH posix_trace_event()
 * DESCRIPTION; TEF; derived.
 *
 * Each of the user types that a process can have is distinguished from the next.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

static void test(void)
{
	char name[32];
	trace_event_id_t id;
	static struct ct_event ev;
	trace_event_set_t set;
	trace_attr_t attr;
	trace_id_t trid;
	long max = sysconf(_SC_TRACE_USER_EVENT_MAX), i, want;
	int system;

	if (max == -1 || max > 20000)
		max = 32;
	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, (size_t)max, 16);
	trid = ct_stream(&attr);
	SETUP(posix_trace_eventset_empty(&set));
	for (i = 1; i < max; i++) {
		snprintf(name, sizeof(name), "conformance %ld", i);
		id = ct_type(name);
		if (i % 2)
			SETUP(posix_trace_eventset_add(id, &set));
	}
	EXPECT(posix_trace_set_filter(trid, &set, POSIX_TRACE_SET_EVENTSET), 0);
	SETUP(posix_trace_start(trid));
	for (i = 1; i < max; i++) {
		snprintf(name, sizeof(name), "conformance %ld", i);
		ct_fire(ct_type(name), (int)i);
	}
	SETUP(posix_trace_eventset_fill(&set, POSIX_TRACE_SYSTEM_EVENTS));
	for (want = 2; ct_try(trid, &ev);) {
		SETUP(posix_trace_eventset_ismember(ev.info.posix_event_id,
				&set, &system));
		if (system)
			continue;
		if (ct_number(&ev) != want)
			FAIL("expected event %ld, got %d", want, ct_number(&ev));
		want += 2;
	}
	if (want < max)
		FAIL("expected event %ld, none came", want);
	PASS("every other of %ld types was filtered", max - 1);
}
