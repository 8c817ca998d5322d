/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * READ-1: posix_trace_clear() empties the filter, as a create does, or keeps
 * it.
 *
 * Source: XSH posix_trace_clear() DESCRIPTION, XBD 4.19 Tracing; TEF;
 * disputed.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid = ct_running(NULL);
	trace_event_set_t set;
	int member;

	SETUP(posix_trace_eventset_empty(&set));
	SETUP(posix_trace_eventset_add(id, &set));
	SETUP(posix_trace_set_filter(trid, &set, POSIX_TRACE_SET_EVENTSET));
	SETUP(posix_trace_clear(trid));
	SETUP(posix_trace_get_filter(trid, &set));
	SETUP(posix_trace_eventset_ismember(id, &set, &member));
	ADVISORY("posix_trace_clear() %s the filter",
			member ? "keeps" : "empties");
}
