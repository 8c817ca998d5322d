/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * LOGA-1: an APPEND log has no limit; log-max-size is ignored.
 *
 * Source: XSH posix_trace_attr_setlogfullpolicy() DESCRIPTION; TRL; shall.
 *
 * With the least log-max-size, and up to a hundred flushes.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	static unsigned char data[200];
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid;
	int i, n;

	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, 50, sizeof(data));
	SETUP(posix_trace_attr_setlogfullpolicy(&attr, POSIX_TRACE_APPEND));
	SETUP(posix_trace_attr_setlogsize(&attr, 1));
	ct_room(&attr, 50, sizeof(data));
	trid = ct_logging(&attr, ct_file());
	for (n = 0; n < 2500 && (n % 25 != 0 || !ct_enough()); n++) {
		memcpy(data, &n, sizeof(n));
		posix_trace_event(id, data, sizeof(data));
		if (n % 25 == 24)
			ct_flush(trid);
	}
	SETUP(posix_trace_shutdown(trid));
	trid = ct_reopen();
	id = ct_type_in(trid, "conformance a");
	for (i = 0; i < n; i++)
		if (!ct_find(ct_read, trid, &ev, id) || ct_number(&ev) != i)
			FAIL("expected event %d, got %d", i, ct_number(&ev));
	PASS("all of %d events are in the log", n);
}
