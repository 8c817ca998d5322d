/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * TYPE-1: trace_event_set_t, trace_id_t and trace_event_id_t can be assigned
 * and passed by value.
 *
 * Source: XBD <sys/types.h> DESCRIPTION; TRC; shall.
 *
 * A set goes by value through a function and back.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

static trace_event_set_t with(trace_event_set_t set, trace_event_id_t id)
{
	SETUP(posix_trace_eventset_add(id, &set));
	return set;
}

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_event_set_t set, result;
	int before = -1, after = -1;

	SETUP(posix_trace_eventset_empty(&set));
	result = with(set, id);
	SETUP(posix_trace_eventset_ismember(id, &set, &before));
	SETUP(posix_trace_eventset_ismember(id, &result, &after));
	if (before || !after)
		FAIL("expected the type in the result only; argument %d, "
				"result %d", before, after);
	PASS("a set can be an argument and a result");
}
