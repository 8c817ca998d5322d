/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * LIST-1: the first call gives the first type, each further call the next
 * one, with *unavailable zero.
 *
 * Source: XSH posix_trace_eventtypelist_getnext_id() DESCRIPTION; TRC;
 * shall.
 *
 * Of a log, with *unavailable set before each call.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id;
	trace_id_t trid = ct_made_log(ct_type("conformance a"), 1);
	int none, i;

	for (i = 0; i < 6; i++) {
		none = 1 + i;
		EXPECT(posix_trace_eventtypelist_getnext_id(trid, &id, &none), 0);
		if (none != 0)
			FAIL("expected *unavailable to be 0 for type %d, got %d",
					i + 1, none);
	}
	PASS("six types of the log were given as available");
}
