/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CREATE-7: many streams may trace one process, each independent of the
 * others.
 *
 * Source: XSH posix_trace_create() DESCRIPTION; TRC; shall.
 *
 * Reading from one takes nothing from the other.
 */
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t a = ct_running_for(10), b = ct_running_for(10);
	int i;

	for (i = 0; i < 10; i++)
		ct_fire(id, i);
	if (ct_count(ct_try, a, id) != 10)
		FAIL("expected ten events in the first stream");
	i = ct_count(ct_try, b, id);
	if (i != 10)
		FAIL("expected ten events in the second stream, got %d", i);
	PASS("each stream gave its own ten events");
}
