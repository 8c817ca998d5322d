/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * LOGU-1: an UNTIL_FULL log that is full takes no more; it is FULL, and its
 * last event is STOP.
 *
 * Source: XSH posix_trace_attr_setlogfullpolicy() DESCRIPTION; TRL; shall.
 *
 * The last event.
 */
#define NEEDS (CT_LOG)
#include "conffull.h"

static void test(void)
{
	static struct ct_event ev;
	size_t size, len = 0;
	int n, stop = 0, number = 0;
	trace_id_t trid = ct_overfilled_log(ct_type("conformance a"),
			POSIX_TRACE_UNTIL_FULL, &size, &n);

	SETUP(posix_trace_shutdown(trid));
	trid = ct_reopen();
	while (ct_read(trid, &ev)) {
		stop = ct_is(trid, &ev, POSIX_TRACE_STOP);
		/* A read that finds no event may leave anything there. */
		len = ev.len;
		number = ct_number(&ev);
	}
	if (!stop)
		FAIL("expected STOP as the last event of a full log of %zu "
				"bytes", size);
	if (len != sizeof(int))
		FAIL("expected an int as data of STOP, got %zu bytes", len);
	PASS("the last event of the full log is STOP with data %d", number);
}
