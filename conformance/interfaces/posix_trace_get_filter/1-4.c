/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FILT-1: the function stores the current filter; it is empty after the
 * create.
 *
 * Source: XSH posix_trace_get_filter() DESCRIPTION; TEF; shall.
 *
 * A stream with log.
 */
#define NEEDS (CT_FILTER | CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_event_set_t set;
	trace_id_t trid = ct_logging(NULL, ct_file());
	int in = -1;

	SETUP(posix_trace_eventset_empty(&set));
	SETUP(posix_trace_eventset_add(id, &set));
	SETUP(posix_trace_set_filter(trid, &set, POSIX_TRACE_SET_EVENTSET));
	SETUP(posix_trace_eventset_empty(&set));
	EXPECT(posix_trace_get_filter(trid, &set), 0);
	SETUP(posix_trace_eventset_ismember(id, &set, &in));
	if (!in)
		FAIL("expected the type in the filter");
	PASS("the filter of a stream with log is got");
}
