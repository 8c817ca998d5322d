/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FORK-1: with POSIX_TRACE_INHERITED a child is traced into the same stream,
 * with its own pid and its parent's names.
 *
 * Source: XSH fork() DESCRIPTION; TRI; shall.
 *
 * A stop holds for the child as well.
 */
#define NEEDS (CT_INHERIT)
#include "confheir.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	struct ct_heir heir = ct_heir(id);
	int n;

	SETUP(posix_trace_stop(heir.trid));
	ct_heir_ends(&heir);
	n = ct_count(ct_try, heir.trid, id);
	if (n != 1)
		FAIL("expected the child's event before the stop only, got %d", n);
	PASS("the child's events stopped");
}
