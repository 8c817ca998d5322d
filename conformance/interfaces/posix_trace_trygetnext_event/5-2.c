/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * TRY-E1: EINVAL when trid is not an active stream.
 *
 * Source: XSH posix_trace_trygetnext_event() ERRORS; TRC; shall.
 *
 * A pre-recorded stream; no event is taken from it.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid = ct_made_log(id, 1);
	int none, n;

	id = ct_type_in(trid, "conformance a");
	EXPECT(posix_trace_trygetnext_event(trid, &ev.info, ev.data,
			sizeof(ev.data), &ev.len, &none), EINVAL);
	n = ct_count(ct_read, trid, id);
	if (n != 1)
		FAIL("expected one event in the log, got %d", n);
	PASS("a pre-recorded stream gave EINVAL");
}
