/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * READ-26: the empty string is the name of an event type, or is none.
 *
 * Source: XSH posix_trace_eventid_open() DESCRIPTION; TRC; disputed.
 */
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id;

	ADVISORY("posix_trace_eventid_open() of the empty name gives %s",
			ct_error(posix_trace_eventid_open("", &id)));
}
