/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * REW-1: the next event is the oldest of the log again.
 *
 * Source: XSH posix_trace_rewind() DESCRIPTION; TRL; shall.
 *
 * From the middle, and from the end.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid = ct_made_log(id, 6);
	int i;

	id = ct_type_in(trid, "conformance a");
	for (i = 0; i < 3; i++)
		ct_find(ct_read, trid, &ev, id);
	EXPECT(posix_trace_rewind(trid), 0);
	if (!ct_first(trid, &ev) || !ct_is(trid, &ev, POSIX_TRACE_START))
		FAIL("expected START, the oldest event, after a rewind");
	i = ct_count(ct_read, trid, id);
	if (i != 6)
		FAIL("expected six events after the rewind, got %d", i);
	EXPECT(posix_trace_rewind(trid), 0);
	i = ct_count(ct_read, trid, id);
	if (i != 6)
		FAIL("expected six events after a rewind from the end, got %d", i);
	PASS("the log began anew after each rewind");
}
