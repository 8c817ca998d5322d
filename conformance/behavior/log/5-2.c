/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * LOG-2: losing events in the log sets its overrun status.
 *
 * Source: XSH 2.11.1 posix_trace_status_info Structure, XBD 4.19 Tracing; TRL;
 * shall.
 *
 * An UNTIL_FULL log discards.
 */
#define NEEDS (CT_LOG)
#include "conffull.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	size_t size;
	trace_id_t trid = ct_small_log(POSIX_TRACE_UNTIL_FULL, 2000,
			POSIX_TRACE_UNTIL_FULL, &size);
	int i;

	if (size > 1500 * CT_FULL_DATA)
		UNTESTED("the log has %zu bytes", size);
	for (i = 0; i < 2000; i++)
		posix_trace_event(id, ct_full_data, CT_FULL_DATA);
	SETUP(posix_trace_shutdown(trid));
	i = ct_status(ct_reopen()).posix_log_overrun_status;
	if (i != POSIX_TRACE_OVERRUN)
		FAIL("expected POSIX_TRACE_OVERRUN (%d) of a log of %zu "
				"bytes, got %d",
				POSIX_TRACE_OVERRUN, size, i);
	PASS("the log of %zu bytes says OVERRUN", size);
}
