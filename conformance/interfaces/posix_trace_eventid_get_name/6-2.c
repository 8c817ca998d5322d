/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EVNAME-E2: EINVAL when the identifier is bound to no name in this stream
 * or log.
 *
 * Source: XSH posix_trace_eventid_get_name() ERRORS; TRC; shall.
 *
 * Of two open logs the first was completed before the name was registered,
 * the second after.  A log may have other numbers, so that of the name may be
 * that of another type in the first.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	char name[4096];
	trace_event_id_t late, other;
	trace_id_t first = ct_made_log(ct_type("conformance a"), 3), second;
	int err;

	late = ct_type("conformance late");
	second = ct_made_log(late, 3);
	late = ct_type_in(second, "conformance late");
	EXPECT(posix_trace_eventid_get_name(second, late, name), 0);
	if (strcmp(name, "conformance late") != 0)
		FAIL("expected the name in the second log, got \"%.60s\"", name);
	err = posix_trace_eventid_get_name(first, late, name);
	if (err == 0 && (strcmp(name, "conformance late") == 0 ||
			!ct_has_type(first, name, &other)))
		FAIL("the first log has no type \"%.60s\", but gave that name",
				name);
	if (err != 0 && err != EINVAL)
		FAIL("expected EINVAL, got %s", ct_error(err));
	EXPECT(posix_trace_eventid_get_name(first, ct_type_in(first,
			"conformance a"), name), 0);
	PASS("only the log that has the identifier gave its name");
}
