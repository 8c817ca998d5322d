/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EVENT-8: an event may have no data: a null pointer and length 0.
 *
 * Source: XSH posix_trace_event() DESCRIPTION; TRC; derived.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid = ct_running(NULL);

	posix_trace_event(id, NULL, 0);
	if (!ct_find(ct_try, trid, &ev, id))
		FAIL("expected an event without data; none came");
	if (ev.len != 0 ||
	    ev.info.posix_truncation_status != POSIX_TRACE_NOT_TRUNCATED)
		FAIL("expected 0 bytes, NOT_TRUNCATED; got %zu and %d", ev.len,
				ev.info.posix_truncation_status);
	PASS("an event without data was recorded");
}
