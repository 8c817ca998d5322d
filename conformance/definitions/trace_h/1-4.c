/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * TYPE-1: trace_event_set_t, trace_id_t and trace_event_id_t can be assigned
 * and passed by value.
 *
 * Source: XBD <sys/types.h> DESCRIPTION; TRC; shall.
 *
 * Events are recorded through a copy of an event type identifier.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a"), copy;
	trace_id_t trid = ct_running(NULL);

	copy = id;
	ct_fire(copy, 5);
	if (!ct_find(ct_try, trid, &ev, id))
		FAIL("expected an event recorded with a copied identifier; "
				"none came");
	PASS("a copied trace_event_id_t names the same type");
}
