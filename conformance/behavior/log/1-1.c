/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * LOGL-1: a LOOP log that is full overwrites its oldest events, so it has
 * the most recently flushed ones.
 *
 * Source: XSH posix_trace_attr_setlogfullpolicy() DESCRIPTION; TRL; shall.
 */
#define NEEDS (CT_LOG)
#include "conffull.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	size_t size;
	int n, last = -1;
	trace_id_t trid = ct_overfilled_log(id, POSIX_TRACE_LOOP, &size, &n);

	SETUP(posix_trace_shutdown(trid));
	trid = ct_reopen();
	id = ct_type_in(trid, "conformance a");
	while (ct_find(ct_read, trid, &ev, id)) {
		if (last != -1 && ct_number(&ev) != last + 1)
			FAIL("expected event %d after %d, got %d", last + 1, last,
					ct_number(&ev));
		if (last == -1 && ct_number(&ev) == 0)
			FAIL("the first of %d events is in a log of %zu "
					"bytes", n, size);
		last = ct_number(&ev);
	}
	if (last != n - 1)
		FAIL("expected the last of %d events in the log, the newest "
				"is %d", n, last);
	PASS("a log of %zu bytes has the newest of %d events", size, n);
}
