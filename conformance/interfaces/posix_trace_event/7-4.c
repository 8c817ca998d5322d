/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EVENT-10: the unnamed event type can be recorded, with any data.
 *
 * Source: XSH 2.11.2 User Trace Event Type Definitions; TRC; shall.
 *
 * It is recorded in each stream of the process.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_id_t trids[3];
	int i;

	for (i = 0; i < 3; i++)
		trids[i] = ct_running(NULL);
	ct_fire(CT_UNNAMED, 7);
	for (i = 0; i < 3; i++)
		if (!ct_find(ct_try, trids[i], &ev, CT_UNNAMED) ||
		    ct_number(&ev) != 7)
			FAIL("expected the unnamed event in stream %d of 3", i + 1);
	PASS("the unnamed event was recorded in each of three streams");
}
