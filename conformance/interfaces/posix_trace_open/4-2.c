/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * OPEN-4: everything comes back as it was recorded.
 *
 * Source: XSH posix_trace_shutdown() DESCRIPTION, XSH posix_trace_open()
 * DESCRIPTION; TRL; derived.
 *
 * The stamps rise, and lie in the time when they were made.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	struct timespec last = { 0, 0 };
	trace_id_t trid = ct_made_log(id, 40);
	int n = 0;

	id = ct_type_in(trid, "conformance a");
	while (ct_find(ct_read, trid, &ev, id)) {
		if (ct_ts_cmp(ev.info.posix_timestamp, last) < 0)
			FAIL("event %d is older than the one before it", n);
		last = ev.info.posix_timestamp;
		n++;
	}
	if (n != 40)
		FAIL("expected 40 events, got %d", n);
	PASS("the stamps of 40 events rise");
}
