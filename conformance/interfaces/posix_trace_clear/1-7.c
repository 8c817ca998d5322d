/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CLEAR-1: all events recorded before are gone, and the stream is not full.
 *
 * Source: XSH posix_trace_clear() DESCRIPTION; TRC; shall.
 *
 * The loss is not reported either.
 */
#include "confoverrun.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid;
	int n;

	trid = ct_overwritten(id, &n);
	SETUP(posix_trace_clear(trid));
	ct_fire(id, 3 * n);
	ct_must_not_tell(trid);
	PASS("no overflow was told after the clear");
}
