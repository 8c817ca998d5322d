/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * UF-5: the stream starts again by itself when it is empty at the latest;
 * START comes before the next event.
 *
 * Source: XSH posix_trace_attr_setstreamfullpolicy() DESCRIPTION; TRC; shall.
 *
 * START, with the filter as data.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_event_id_t other = ct_type("conformance other");
	trace_event_set_t set;
	trace_attr_t attr;
	trace_id_t trid;
	int i, n, in = -1, out = -1;

	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, 20, 64);
	trid = ct_stream(&attr);
	SETUP(posix_trace_eventset_empty(&set));
	SETUP(posix_trace_eventset_add(other, &set));
	SETUP(posix_trace_set_filter(trid, &set, POSIX_TRACE_SET_EVENTSET));
	SETUP(posix_trace_start(trid));
	n = ct_fill(trid, id, 64);
	for (i = 0; i < 16; i++)
		ct_fire(id, n + i);
	if (!ct_find(ct_try, trid, &ev, POSIX_TRACE_STOP))
		FAIL("expected STOP; none came");
	while (ct_try(trid, &ev) && !ct_is(trid, &ev, POSIX_TRACE_START))
		;
	ct_fire(id, -7);
	if (!ct_is(trid, &ev, POSIX_TRACE_START) &&
	    !ct_find(ct_try, trid, &ev, POSIX_TRACE_START))
		FAIL("expected START after the automatic STOP; none came");
	if (ev.len != sizeof(set))
		FAIL("expected %zu bytes, got %zu", sizeof(set), ev.len);
	memcpy(&set, ev.data, sizeof(set));
	SETUP(posix_trace_eventset_ismember(other, &set, &in));
	SETUP(posix_trace_eventset_ismember(id, &set, &out));
	if (!in || out)
		FAIL("expected the filter in START, got %d and %d", in, out);
	if (!ct_find(ct_try, trid, &ev, id) || ct_number(&ev) != -7)
		FAIL("expected the event after START, got %d", ct_number(&ev));
	PASS("START came with the filter, then the event");
}
