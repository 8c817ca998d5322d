/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * REW-1: the next event is the oldest of the log again.
 *
 * Source: XSH posix_trace_rewind() DESCRIPTION; TRL; shall.
 *
 * Another opening of the log is not rewound.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t a = ct_made_log(id, 5), b = ct_reopen();

	id = ct_type_in(a, "conformance a");
	ct_find(ct_read, a, &ev, id);
	ct_find(ct_read, a, &ev, id);
	EXPECT(posix_trace_rewind(b), 0);
	if (!ct_find(ct_read, a, &ev, id) || ct_number(&ev) != 2)
		FAIL("expected event 2, got %d", ct_number(&ev));
	PASS("a rewind touches its own stream only");
}
