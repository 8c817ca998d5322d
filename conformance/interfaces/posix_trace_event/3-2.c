/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EVENT-4: data up to max-data-size is recorded whole.
 *
 * Source: XSH posix_trace_event() DESCRIPTION; TRC; shall.
 *
 * One byte less, and one byte.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	unsigned char data[40] = "";
	trace_attr_t attr;
	trace_id_t trid;

	ct_attr(&attr, POSIX_TRACE_LOOP, 10, 40);
	trid = ct_running(&attr);
	posix_trace_event(id, data, 39);
	posix_trace_event(id, data, 1);
	if (!ct_find(ct_try, trid, &ev, id) || ev.len != 39 ||
	    ev.info.posix_truncation_status != POSIX_TRACE_NOT_TRUNCATED)
		FAIL("expected 39 whole bytes, got %zu with truncation %d", ev.len,
				ev.info.posix_truncation_status);
	if (!ct_find(ct_try, trid, &ev, id) || ev.len != 1 ||
	    ev.info.posix_truncation_status != POSIX_TRACE_NOT_TRUNCATED)
		FAIL("expected one whole byte, got %zu with truncation %d", ev.len,
				ev.info.posix_truncation_status);
	PASS("shorter data is not truncated");
}
