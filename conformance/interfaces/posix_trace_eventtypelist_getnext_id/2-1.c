/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * LIST-2: after the last type the result is 0 and *unavailable is not zero.
 *
 * Source: XSH posix_trace_eventtypelist_getnext_id() DESCRIPTION; TRC; shall.
 */
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id;
	trace_id_t trid = ct_stream(NULL);
	int none = 0, n;

	for (n = 0; !none && n < 100000; n++) {
		none = -1;
		EXPECT(posix_trace_eventtypelist_getnext_id(trid, &id, &none), 0);
	}
	if (!none)
		FAIL("expected the list to end; it has more than %d types", n);
	none = 0;
	EXPECT(posix_trace_eventtypelist_getnext_id(trid, &id, &none), 0);
	if (!none)
		FAIL("expected the list to stay at its end");
	PASS("the list ended after %d types", n - 1);
}
