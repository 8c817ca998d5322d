/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CREATE-7: many streams may trace one process, each independent of the
 * others.
 *
 * Source: XSH posix_trace_create() DESCRIPTION; TRC; shall.
 *
 * Each has its own filter.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

static void test(void)
{
	trace_event_id_t x = ct_type("conformance x");
	trace_event_id_t y = ct_type("conformance y");
	static struct ct_event ev;
	trace_event_set_t set;
	trace_id_t a = ct_running(NULL), b = ct_running(NULL);

	SETUP(posix_trace_eventset_empty(&set));
	SETUP(posix_trace_eventset_add(x, &set));
	SETUP(posix_trace_set_filter(a, &set, POSIX_TRACE_SET_EVENTSET));
	SETUP(posix_trace_eventset_empty(&set));
	SETUP(posix_trace_eventset_add(y, &set));
	SETUP(posix_trace_set_filter(b, &set, POSIX_TRACE_SET_EVENTSET));
	ct_fire(x, 1);
	ct_fire(y, 2);
	while (ct_try(a, &ev))
		if (ct_is(a, &ev, x))
			FAIL("the first stream has the type that it filters");
	if (ct_count(ct_try, b, x) != 1)
		FAIL("the second stream has not the type that the first filters");
	PASS("a type filtered in one stream is recorded in the other");
}
