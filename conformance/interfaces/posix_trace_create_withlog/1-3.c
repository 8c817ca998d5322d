/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CRLOG-1: the function does all that posix_trace_create() does, with a log
 * on the descriptor.
 *
 * Source: XSH posix_trace_create_withlog() DESCRIPTION; TRL; shall.
 *
 * Its filter is empty.
 */
#define NEEDS (CT_FILTER | CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_event_id_t mine = ct_type("conformance a");
	trace_event_set_t set;
	trace_id_t trid;
	int fd = ct_file();
	int user = -1, sys = -1;

	CREATES(posix_trace_create_withlog(0, NULL, fd, &trid));
	SETUP(posix_trace_eventset_fill(&set, POSIX_TRACE_ALL_EVENTS));
	EXPECT(posix_trace_get_filter(trid, &set), 0);
	SETUP(posix_trace_eventset_ismember(mine, &set, &user));
	SETUP(posix_trace_eventset_ismember(POSIX_TRACE_START, &set, &sys));
	if (user || sys)
		FAIL("expected an empty filter; a user type %d, START %d", user, sys);
	PASS("the filter is empty");
}
