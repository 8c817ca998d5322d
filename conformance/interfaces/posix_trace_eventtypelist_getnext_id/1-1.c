/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * LIST-1: the first call gives the first type, each further call the next
 * one, with *unavailable zero.
 *
 * Source: XSH posix_trace_eventtypelist_getnext_id() DESCRIPTION; TRC; shall.
 */
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id;
	trace_id_t trid = ct_stream(NULL);
	int none = -1;

	EXPECT(posix_trace_eventtypelist_getnext_id(trid, &id, &none), 0);
	if (none != 0)
		FAIL("expected *unavailable to be 0, got %d", none);
	none = -1;
	EXPECT(posix_trace_eventtypelist_getnext_id(trid, &id, &none), 0);
	if (none != 0)
		FAIL("expected *unavailable to be 0, got %d", none);
	PASS("the list has a first and a second type");
}
