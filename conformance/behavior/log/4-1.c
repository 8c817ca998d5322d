/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * LOG-1: the events in the log never take more than log-max-size.
 *
 * Source: XSH posix_trace_attr_getlogsize() DESCRIPTION; TRL; shall.
 *
 * A LOOP log.
 */
#define NEEDS (CT_LOG)
#include "conffull.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	size_t size;
	int n;
	trace_id_t trid = ct_overfilled_log(id, POSIX_TRACE_LOOP, &size, &n);

	SETUP(posix_trace_shutdown(trid));
	trid = ct_reopen();
	n = ct_count(ct_read, trid, ct_type_in(trid, "conformance a"));
	if ((size_t)n * CT_FULL_DATA > size)
		FAIL("%d events of %d bytes are in a log of %zu", n,
				CT_FULL_DATA, size);
	PASS("%d events of %d bytes are in a log of %zu", n, CT_FULL_DATA, size);
}
