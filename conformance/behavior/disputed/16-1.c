/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * READ-16: POSIX_TRACE_WOPID_EVENTS has no type of the standard, being for
 * types of the implementation, or has some, as the example of the rationale
 * supposes.
 *
 * Source: XSH posix_trace_eventset_fill() DESCRIPTION, XRAT B.2.11 Create a
 * Trace Event Type Set and Change the Trace Event Type Filter; TEF; disputed.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

static void test(void)
{
	const struct {
		trace_event_id_t id;
		const char *name;
	} types[] = {
		{ POSIX_TRACE_ERROR, " ERROR" },
		{ POSIX_TRACE_START, " START" },
		{ POSIX_TRACE_STOP, " STOP" },
		{ POSIX_TRACE_FILTER, " FILTER" },
		{ POSIX_TRACE_OVERFLOW, " OVERFLOW" },
		{ POSIX_TRACE_RESUME, " RESUME" },
	};
	char members[128] = "";
	trace_event_set_t set;
	int member;
	size_t i;

	SETUP(posix_trace_eventset_fill(&set, POSIX_TRACE_WOPID_EVENTS));
	for (i = 0; i < sizeof(types) / sizeof(types[0]); i++) {
		SETUP(posix_trace_eventset_ismember(types[i].id, &set, &member));
		if (member)
			strcat(members, types[i].name);
	}
	ADVISORY("POSIX_TRACE_WOPID_EVENTS has of the types of the standard:%s",
			members[0] ? members : " none");
}
