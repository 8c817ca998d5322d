/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * READ-17: POSIX_TRACE_ALL_EVENTS has the types that exist, or also those that
 * get a name later.
 *
 * Source: XSH posix_trace_eventset_fill() DESCRIPTION; TEF; disputed.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

static void test(void)
{
	trace_event_set_t set;
	int member;

	SETUP(posix_trace_eventset_fill(&set, POSIX_TRACE_ALL_EVENTS));
	SETUP(posix_trace_eventset_ismember(ct_type("conformance a"), &set,
			&member));
	ADVISORY("POSIX_TRACE_ALL_EVENTS %s types that get a name later",
			member ? "has" : "does not have");
}
