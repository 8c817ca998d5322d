/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * LIST-4: the list has the predefined types and all names of the traced
 * process, each once.
 *
 * Source: XSH 2.11 Tracing; TRC; shall.
 *
 * In a log, in which events are read meanwhile, too.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

#define MOST 512

static trace_event_id_t seen[MOST];

/* The next type of the list is not one before: the number of types, or -1. */
static int next_type(trace_id_t trid, int n)
{
	int none, i;

	EXPECT(posix_trace_eventtypelist_getnext_id(trid, &seen[n], &none), 0);
	if (none)
		return -1;
	for (i = 0; i < n; i++)
		if (posix_trace_eventid_equal(trid, seen[i], seen[n]))
			FAIL("type %d of the list is type %d again", n, i);
	if (n == MOST - 1)
		UNTESTED("the list has more than %d types", n);
	return n + 1;
}

static void test(void)
{
	static struct ct_event ev;
	trace_id_t trid;
	int i, n = 0;

	ct_type("conformance b");
	trid = ct_made_log(ct_type("conformance a"), 60);
	for (i = 0; (i = next_type(trid, n)) != -1; n = i)
		ct_read(trid, &ev);
	PASS("none of %d types of the log came twice", n);
}
