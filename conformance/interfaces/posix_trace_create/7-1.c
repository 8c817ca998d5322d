/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CREATE-7: many streams may trace one process, each independent of the
 * others.
 *
 * Source: XSH posix_trace_create() DESCRIPTION; TRC; shall.
 *
 * One call of posix_trace_event() goes to each of them.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid[4];
	int i;

	for (i = 0; i < 4; i++)
		trid[i] = ct_running(NULL);
	ct_fire(id, 9);
	for (i = 0; i < 4; i++)
		if (!ct_find(ct_try, trid[i], &ev, id) || ct_number(&ev) != 9)
			FAIL("expected the event in stream %d of 4; it is not "
					"there", i);
	PASS("four streams have the event");
}
