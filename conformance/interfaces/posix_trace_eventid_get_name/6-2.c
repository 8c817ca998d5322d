/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EVNAME-E2: EINVAL when the identifier is bound to no name in this stream
 * or log.
 *
 * Source: XSH posix_trace_eventid_get_name() ERRORS; TRC; shall.
 *
 * Of two open logs the first was completed before the name was registered,
 * the second after.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	char name[4096];
	trace_event_id_t id = ct_type("conformance a"), late;
	trace_id_t first = ct_made_log(id, 3), second;

	late = ct_type("conformance late");
	second = ct_made_log(late, 3);
	EXPECT(posix_trace_eventid_get_name(second, late, name), 0);
	if (strcmp(name, "conformance late") != 0)
		FAIL("expected the name in the second log, got \"%.60s\"", name);
	EXPECT(posix_trace_eventid_get_name(first, late, name), EINVAL);
	EXPECT(posix_trace_eventid_get_name(first, id, name), 0);
	PASS("only the log that has the identifier gave its name");
}
