/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FILT-4: a change while the stream runs is recorded as a FILTER event,
 * whose data is the old filter and then the new one; a change while it is
 * suspended is not.
 *
 * Source: XSH posix_trace_set_filter() DESCRIPTION, XSH 2.11.2 System Trace
 * Event Type Definitions; TEF; shall.
 *
 * In a log.
 */
#define NEEDS (CT_FILTER | CT_LOG)
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_event_set_t set;
	trace_id_t trid = ct_logging(NULL, ct_file());
	int old = -1, new = -1;

	SETUP(posix_trace_eventset_empty(&set));
	SETUP(posix_trace_eventset_add(id, &set));
	EXPECT(posix_trace_set_filter(trid, &set, POSIX_TRACE_SET_EVENTSET), 0);
	SETUP(posix_trace_shutdown(trid));
	trid = ct_reopen();
	id = ct_type_in(trid, "conformance a");
	if (!ct_find(ct_read, trid, &ev, POSIX_TRACE_FILTER))
		FAIL("expected a FILTER event in the log; none came");
	if (ev.len != 2 * sizeof(set))
		FAIL("expected %zu bytes of data, got %zu", 2 * sizeof(set), ev.len);
	memcpy(&set, ev.data, sizeof(set));
	SETUP(posix_trace_eventset_ismember(id, &set, &old));
	memcpy(&set, ev.data + sizeof(set), sizeof(set));
	SETUP(posix_trace_eventset_ismember(id, &set, &new));
	if (old || !new)
		FAIL("expected the type in the new set only, got %d and "
				"%d", old, new);
	PASS("the log has the FILTER event");
}
