/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CLEAR-E1: EINVAL when trid is not an active stream.
 *
 * Source: XSH posix_trace_clear() ERRORS; TRC; shall.
 *
 * A pre-recorded stream; its events stay.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid = ct_made_log(id, 3);
	int n;

	EXPECT(posix_trace_clear(trid), EINVAL);
	n = ct_count(ct_read, trid, ct_type_in(trid, "conformance a"));
	if (n != 3)
		FAIL("expected three events in the log, got %d", n);
	PASS("a pre-recorded stream gave EINVAL");
}
