/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * ASIZE-5: the result bounds the memory of the largest system event.
 *
 * Source: XSH posix_trace_attr_getmaxsystemeventsize() DESCRIPTION, XSH
 * posix_trace_attr_getmaxusereventsize() DESCRIPTION; TRC; shall.
 *
 * A stream with log that is sized with it holds FILTER events of every
 * manner.
 */
#define NEEDS (CT_FILTER | CT_LOG)
#include "conftest.h"

static void test(void)
{
	static const int manner[] = {
		POSIX_TRACE_SET_EVENTSET, POSIX_TRACE_SUB_EVENTSET,
		POSIX_TRACE_ADD_EVENTSET,
		POSIX_TRACE_SUB_EVENTSET,
	};
	static struct ct_event ev;
	trace_event_set_t set;
	trace_attr_t attr;
	size_t size = 0;
	trace_id_t trid;
	int i, n = 0;

	SETUP(posix_trace_attr_init(&attr));
	SETUP(posix_trace_attr_setstreamfullpolicy(&attr,
			POSIX_TRACE_UNTIL_FULL));
	SETUP(posix_trace_attr_setlogfullpolicy(&attr, POSIX_TRACE_APPEND));
	EXPECT(posix_trace_attr_getmaxsystemeventsize(&attr, &size), 0);
	SETUP(posix_trace_attr_setstreamsize(&attr, 130 * size));
	trid = ct_logging(&attr, ct_file());
	SETUP(posix_trace_eventset_empty(&set));
	SETUP(posix_trace_eventset_add(ct_type("conformance a"), &set));
	for (i = 0; i < 120; i++)
		SETUP(posix_trace_set_filter(trid, &set, manner[i % 4]));
	if (ct_status(trid).posix_stream_full_status != POSIX_TRACE_NOT_FULL)
		FAIL("room for 130 system events is full after 120");
	SETUP(posix_trace_shutdown(trid));
	trid = ct_reopen();
	while (ct_find(ct_read, trid, &ev, POSIX_TRACE_FILTER))
		n++;
	if (n != 120)
		FAIL("expected 120 FILTER events in the log, got %d", n);
	PASS("120 FILTER events fitted in 130 times %zu bytes", size);
}
