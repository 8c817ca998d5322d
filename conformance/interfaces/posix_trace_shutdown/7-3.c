/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * SHUT-E1: EINVAL when trid is not an active stream.
 *
 * Source: XSH posix_trace_shutdown() ERRORS; TRC; shall.
 *
 * A log that is being read, which goes on.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid = ct_made_log(id, 3);
	int i;

	id = ct_type_in(trid, "conformance a");
	for (i = 0; i < 3; i++) {
		EXPECT(posix_trace_shutdown(trid), EINVAL);
		if (!ct_find(ct_read, trid, &ev, id) || ct_number(&ev) != i)
			FAIL("expected event %d next, got %d", i, ct_number(&ev));
	}
	PASS("the log gave EINVAL, and its events");
}
