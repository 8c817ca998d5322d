/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EVNAME-3: the predefined types have the names that the standard gives
 * them.
 *
 * Source: XSH 2.11.2 System Trace Event Type Definitions, XSH 2.11.2 User
 * Trace Event Type Definitions; TRC; shall.
 *
 * Those of the option Trace, in a log.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	static const char *const names[] = {
		"posix_trace_error", "posix_trace_start", "posix_trace_stop",
		"posix_trace_overflow", "posix_trace_resume",
	};
	trace_event_id_t types[5];
	char name[4096];
	trace_id_t trid = ct_made_log(ct_type("conformance a"), 1);
	int i;

	types[0] = POSIX_TRACE_ERROR;
	types[1] = POSIX_TRACE_START;
	types[2] = POSIX_TRACE_STOP;
	types[3] = POSIX_TRACE_OVERFLOW;
	types[4] = POSIX_TRACE_RESUME;
	for (i = 0; i < 5; i++) {
		EXPECT(posix_trace_eventid_get_name(trid, types[i], name), 0);
		if (strcmp(name, names[i]) != 0)
			FAIL("expected \"%s\", got \"%.40s\"", names[i], name);
	}
	PASS("the five types have their names in a log");
}
