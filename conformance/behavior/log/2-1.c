/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * LOGU-1: an UNTIL_FULL log that is full takes no more; it is FULL, and its
 * last event is STOP.
 *
 * Source: XSH posix_trace_attr_setlogfullpolicy() DESCRIPTION; TRL; shall.
 *
 * It has the oldest events.
 */
#define NEEDS (CT_LOG)
#include "conffull.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	size_t size;
	int i, n;
	trace_id_t trid = ct_overfilled_log(id, POSIX_TRACE_UNTIL_FULL, &size,
			&n);

	SETUP(posix_trace_shutdown(trid));
	trid = ct_reopen();
	id = ct_type_in(trid, "conformance a");
	for (i = 0; ct_find(ct_read, trid, &ev, id); i++)
		if (ct_number(&ev) != i)
			FAIL("expected event %d, got %d", i, ct_number(&ev));
	if (i == 0 || i == n)
		FAIL("expected some of %d events in a log of %zu bytes, got "
				"%d", n, size, i);
	PASS("a log of %zu bytes has the first %d of %d events", size, i, n);
}
