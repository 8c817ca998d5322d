/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * LOG-1: the events in the log never take more than log-max-size.
 *
 * Source: XSH posix_trace_attr_getlogsize() DESCRIPTION; TRL; shall.
 *
 * An UNTIL_FULL log.
 */
#define NEEDS (CT_LOG)
#include "conffull.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	size_t size;
	trace_id_t trid = ct_small_log(POSIX_TRACE_LOOP, 200,
			POSIX_TRACE_UNTIL_FULL, &size);
	int i, n = (int)(4 * size / CT_FULL_DATA);

	/* The flushes are those of the implementation. */
	for (i = 0; i < n; i++)
		posix_trace_event(id, ct_full_data, CT_FULL_DATA);
	SETUP(posix_trace_shutdown(trid));
	trid = ct_reopen();
	n = ct_count(ct_read, trid, ct_type_in(trid, "conformance a"));
	if ((size_t)n * CT_FULL_DATA > size)
		FAIL("%d events of %d bytes are in a log of %zu", n,
				CT_FULL_DATA, size);
	PASS("%d events of %d bytes are in a log of %zu", n, CT_FULL_DATA, size);
}
