/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * TYPE-4: <trace.h> defines size_t and the four types itself.
 *
 * Source: XBD <trace.h> DESCRIPTION; TRC; shall.
 *
 * trace_event_set_t belongs to the option Trace Event Filter.
 */
#include <sys/types.h>
#include <time.h>
#include <trace.h>

static size_t size = sizeof(trace_event_set_t);

#define NEEDS (CT_FILTER)
#include "conftest.h"

static void test(void)
{
	long names = sysconf(_SC_TRACE_USER_EVENT_MAX);

	if (names == -1)
		names = 32;
	if (size == 0)
		FAIL("expected trace_event_set_t to have a size");
	PASS("trace_event_set_t has %zu bytes for %ld user types", size, names);
}
