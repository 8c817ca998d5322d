/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * LIST-4: the list has the predefined types and all names of the traced
 * process, each once.
 *
 * Source: XSH 2.11 Tracing; TRC; shall.
 *
 * Also if events are read meanwhile.
 */
#include "conflist.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid;
	int i, n = 0;

	ct_type("conformance b");
	trid = ct_running_for(100);
	for (i = 0; i < 60; i++)
		ct_fire(id, i);
	for (i = 0; (i = ct_must_be_new(trid, n)) != -1; n = i)
		ct_try(trid, &ev);
	if (n < 2)
		FAIL("expected two types and more in the list, got %d", n);
	PASS("none of %d types came twice", n);
}
