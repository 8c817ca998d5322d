/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EVNAME-4: names of a log come from the log.
 *
 * Source: XSH posix_trace_eventid_get_name() DESCRIPTION; TRL; shall.
 *
 * The predefined ones.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	char name[4096];
	trace_id_t trid = ct_made_log(ct_type("conformance a"), 1);

	EXPECT(posix_trace_eventid_get_name(trid, POSIX_TRACE_START, name), 0);
	if (strcmp(name, "posix_trace_start") != 0)
		FAIL("expected \"posix_trace_start\", got \"%.40s\"", name);
	EXPECT(posix_trace_eventid_get_name(trid, CT_UNNAMED, name), 0);
	if (strcmp(name, "posix_trace_unnamed_userevent") != 0)
		FAIL("expected \"posix_trace_unnamed_userevent\", got "
				"\"%.40s\"", name);
	PASS("the log knows the predefined names");
}
