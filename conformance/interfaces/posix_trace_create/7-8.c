/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CREATE-7: many streams may trace one process, each independent of the
 * others.
 *
 * Source: XSH posix_trace_create() DESCRIPTION; TRC; shall.
 *
 * At least eight streams can exist at once.
 */
#define ALONE 1
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid[8];
	trace_attr_t attr;
	int i, n;

	ct_attr(&attr, POSIX_TRACE_LOOP, 20, 16);
	for (i = 0; i < 8; i++)
		trid[i] = ct_running(&attr);
	ct_fire(id, 1);
	for (i = 0; i < 8; i++) {
		n = ct_count(ct_try, trid[i], id);
		if (n != 1)
			FAIL("expected one event in stream %d of 8, got %d", i, n);
	}
	PASS("eight streams recorded an event");
}
