/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * GET-8: *unavailable is not zero whenever no event is reported.
 *
 * Source: XSH posix_trace_getnext_event() DESCRIPTION; TRC; shall.
 *
 * At the end of a log, again and again.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	struct posix_trace_event_info info;
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid = ct_made_log(id, 1);
	size_t len;
	int none = 0, i;

	while (!none)
		EXPECT(posix_trace_getnext_event(trid, &info, NULL, 0, &len,
				&none), 0);
	for (i = 0; i < 3; i++) {
		none = 0;
		EXPECT(posix_trace_getnext_event(trid, &info, NULL, 0, &len,
				&none), 0);
		if (!none)
			FAIL("expected *unavailable not to be 0 at call %d "
					"past the end", i);
	}
	PASS("no event was reported past the end");
}
