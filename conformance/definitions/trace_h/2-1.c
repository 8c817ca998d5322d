/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * TYPE-2: the bytes of a trace_event_set_t are all there is to it, since it
 * is the data of START and FILTER events.
 *
 * Source: XSH 2.11.2 System Trace Event Type Definitions, XBD <sys/types.h>
 * DESCRIPTION; TEF; derived.
 *
 * Two sets with the same members, one of them copied as bytes through a
 * buffer of characters, answer alike.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

static void test(void)
{
	unsigned char bytes[sizeof(trace_event_set_t)];
	trace_event_id_t in = ct_type("conformance in");
	trace_event_id_t out = ct_type("conformance out");
	trace_event_set_t set, back;
	int a = -1, b = -1;

	SETUP(posix_trace_eventset_empty(&set));
	SETUP(posix_trace_eventset_add(in, &set));
	memcpy(bytes, &set, sizeof(set));
	SETUP(posix_trace_eventset_fill(&set, POSIX_TRACE_ALL_EVENTS));
	memcpy(&back, bytes, sizeof(back));
	EXPECT(posix_trace_eventset_ismember(in, &back, &a), 0);
	EXPECT(posix_trace_eventset_ismember(out, &back, &b), 0);
	if (!a || b)
		FAIL("expected the copied bytes to hold one type of two; got "
				"%d and %d", a, b);
	PASS("a set copied as bytes is the same set");
}
