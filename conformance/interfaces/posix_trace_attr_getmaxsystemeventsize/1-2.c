/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * ASIZE-5: the result bounds the memory of the largest system event.
 *
 * Source: XSH posix_trace_attr_getmaxsystemeventsize() DESCRIPTION, XSH
 * posix_trace_attr_getmaxusereventsize() DESCRIPTION; TRC; shall.
 *
 * It does not depend on the bound of user data: a stream sized with a small
 * bound holds its FILTER events all the same.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

static void test(void)
{
	trace_event_set_t set;
	trace_attr_t attr;
	size_t size = 0;
	trace_id_t trid;
	int i;

	SETUP(posix_trace_attr_init(&attr));
	SETUP(posix_trace_attr_setmaxdatasize(&attr, 8));
	SETUP(posix_trace_attr_setstreamfullpolicy(&attr,
			POSIX_TRACE_UNTIL_FULL));
	EXPECT(posix_trace_attr_getmaxsystemeventsize(&attr, &size), 0);
	SETUP(posix_trace_attr_setstreamsize(&attr, 200 * size));
	trid = ct_running(&attr);
	SETUP(posix_trace_eventset_empty(&set));
	SETUP(posix_trace_eventset_add(ct_type("conformance a"), &set));
	for (i = 0; i < 199; i++)
		SETUP(posix_trace_set_filter(trid, &set, i % 2 == 0 ?
				POSIX_TRACE_ADD_EVENTSET :
				POSIX_TRACE_SUB_EVENTSET));
	i = ct_count(ct_try, trid, POSIX_TRACE_FILTER);
	if (i != 199)
		FAIL("expected 199 FILTER events in room for 200 system "
				"events, got %d", i);
	PASS("START and 199 FILTER events fit in 200 times %zu bytes", size);
}
