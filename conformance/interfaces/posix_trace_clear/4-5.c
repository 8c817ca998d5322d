/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CLEAR-6: the log of a stream is begun anew, and is not full.
 *
 * Source: XSH posix_trace_clear() DESCRIPTION; TRL; shall.
 *
 * A log that was full takes events again, and is not full when it is read.
 */
#define NEEDS (CT_LOG)
#include "conffull.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid = ct_full_log(id);
	int full;

	EXPECT(posix_trace_clear(trid), 0);
	/* Whether a full log suspends its stream is disputed. */
	SETUP(posix_trace_start(trid));
	ct_fire(id, -4711);
	SETUP(posix_trace_shutdown(trid));
	trid = ct_reopen();
	full = ct_status(trid).posix_log_full_status;
	if (full != POSIX_TRACE_NOT_FULL)
		FAIL("expected POSIX_TRACE_NOT_FULL (%d) of the log, got %d",
				POSIX_TRACE_NOT_FULL, full);
	if (!ct_find_number(ct_read, trid, &ev, -4711))
		FAIL("expected the event after the clear in the log");
	PASS("the log was begun anew");
}
