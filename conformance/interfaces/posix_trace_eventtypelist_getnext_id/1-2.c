/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * LIST-1: the first call gives the first type, each further call the next
 * one, with *unavailable zero.
 *
 * Source: XSH posix_trace_eventtypelist_getnext_id() DESCRIPTION; TRC; shall.
 *
 * The next type is another one.
 */
#include "conftest.h"

static void test(void)
{
	trace_event_id_t ids[8];
	trace_id_t trid = ct_stream(NULL);
	int none = 0, i, j;

	for (i = 0; i < 8; i++) {
		EXPECT(posix_trace_eventtypelist_getnext_id(trid, &ids[i], &none), 0);
		if (none)
			break;
		for (j = 0; j < i; j++)
			if (posix_trace_eventid_equal(trid, ids[i], ids[j]))
				FAIL("types %d and %d of the list are one type",
						j + 1, i + 1);
	}
	PASS("the first %d types of the list are different ones", i);
}
