/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * TYPE-1: trace_event_set_t, trace_id_t and trace_event_id_t can be assigned
 * and passed by value.
 *
 * Source: XBD <sys/types.h> DESCRIPTION; TRC; shall.
 *
 * An event set is assigned; the copy and the original are then independent.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_event_set_t one, two;
	int in_one = -1, in_two = -1;

	SETUP(posix_trace_eventset_empty(&one));
	SETUP(posix_trace_eventset_add(id, &one));
	two = one;
	SETUP(posix_trace_eventset_empty(&one));
	SETUP(posix_trace_eventset_ismember(id, &one, &in_one));
	SETUP(posix_trace_eventset_ismember(id, &two, &in_two));
	if (in_one || !in_two)
		FAIL("expected the type in the copy only; original %d, copy "
				"%d", in_one, in_two);
	PASS("the copy kept the type when the original was emptied");
}
