/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FILT-2: unions and differences of large sets are right for every type.
 *
 * Source: XSH posix_trace_set_filter() DESCRIPTION; TEF; shall.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

static void test(void)
{
	char name[32];
	trace_event_id_t ids[30];
	trace_event_set_t threes, twos, got;
	trace_id_t trid = ct_stream(NULL);
	int i, in;

	SETUP(posix_trace_eventset_empty(&threes));
	SETUP(posix_trace_eventset_empty(&twos));
	for (i = 0; i < 30; i++) {
		snprintf(name, sizeof(name), "conformance %d", i);
		ids[i] = ct_type(name);
		if (i % 3 == 0)
			SETUP(posix_trace_eventset_add(ids[i], &threes));
		if (i % 2 == 0)
			SETUP(posix_trace_eventset_add(ids[i], &twos));
	}
	SETUP(posix_trace_set_filter(trid, &threes, POSIX_TRACE_SET_EVENTSET));
	SETUP(posix_trace_set_filter(trid, &twos, POSIX_TRACE_ADD_EVENTSET));
	SETUP(posix_trace_get_filter(trid, &got));
	for (i = 0; i < 30; i++) {
		in = -1;
		SETUP(posix_trace_eventset_ismember(ids[i], &got, &in));
		if (!in != !(i % 3 == 0 || i % 2 == 0))
			FAIL("type %d after ADD: %d", i, in);
	}
	SETUP(posix_trace_set_filter(trid, &threes, POSIX_TRACE_SUB_EVENTSET));
	SETUP(posix_trace_get_filter(trid, &got));
	for (i = 0; i < 30; i++) {
		in = -1;
		SETUP(posix_trace_eventset_ismember(ids[i], &got, &in));
		if (!in != !(i % 2 == 0 && i % 3 != 0))
			FAIL("type %d after SUB: %d", i, in);
	}
	PASS("union and difference of sets of 30 types are right");
}
