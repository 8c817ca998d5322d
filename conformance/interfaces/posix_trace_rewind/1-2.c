/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * REW-1: the next event is the oldest of the log again.
 *
 * Source: XSH posix_trace_rewind() DESCRIPTION; TRL; shall.
 *
 * At the beginning it does nothing.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid = ct_made_log(id, 2);

	id = ct_type_in(trid, "conformance a");
	EXPECT(posix_trace_rewind(trid), 0);
	EXPECT(posix_trace_rewind(trid), 0);
	if (!ct_find(ct_read, trid, &ev, id) || ct_number(&ev) != 0)
		FAIL("expected event 0, got %d", ct_number(&ev));
	PASS("rewinding at the beginning changed nothing");
}
