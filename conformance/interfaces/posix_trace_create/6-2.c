/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CREATE-6: the filter of a new stream is empty.
 *
 * Source: XSH posix_trace_create() DESCRIPTION; TEF; shall.
 *
 * The START event says the same.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t mine = ct_type("conformance a");
	trace_event_set_t set;
	trace_id_t trid;
	int user = -1, sys = -1;

	CREATES(posix_trace_create(0, NULL, &trid));
	SETUP(posix_trace_start(trid));
	if (!ct_find(ct_try, trid, &ev, POSIX_TRACE_START) ||
	    ev.len != sizeof(set))
		FAIL("expected a START event with a set; none came");
	memcpy(&set, ev.data, sizeof(set));
	SETUP(posix_trace_eventset_ismember(mine, &set, &user));
	SETUP(posix_trace_eventset_ismember(POSIX_TRACE_STOP, &set, &sys));
	if (user || sys)
		FAIL("expected an empty filter in START; it holds a user type "
				"%d, STOP %d",
				user, sys);
	PASS("the filter in START is empty");
}
