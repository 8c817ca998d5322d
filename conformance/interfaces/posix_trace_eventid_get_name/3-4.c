/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EVNAME-3: the predefined types have the names that the standard gives
 * them.
 *
 * Source: XSH 2.11.2 System Trace Event Type Definitions, XSH 2.11.2 User
 * Trace Event Type Definitions; TRC; shall.
 */
#include "conftest.h"

static void test(void)
{
	char name[4096] = "";
	trace_id_t trid = ct_stream(NULL);

	EXPECT(posix_trace_eventid_get_name(trid, POSIX_TRACE_OVERFLOW, name), 0);
	if (strcmp(name, "posix_trace_overflow") != 0)
		FAIL("expected \"posix_trace_overflow\", got \"%.40s\"",
				name);
	PASS("the type is called posix_trace_overflow");
}
