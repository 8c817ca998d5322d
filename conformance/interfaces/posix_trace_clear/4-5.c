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
#include "conftest.h"

static void test(void)
{
	static unsigned char data[256];
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid;
	int i;

	ct_attr(&attr, POSIX_TRACE_LOOP, 100, 256);
	SETUP(posix_trace_attr_setlogfullpolicy(&attr, POSIX_TRACE_UNTIL_FULL));
	SETUP(posix_trace_attr_setlogsize(&attr, 32768));
	ct_room(&attr, 100, 256);
	trid = ct_logging(&attr, ct_file());
	for (i = 0; i < 40000 && ct_status(trid).posix_log_full_status !=
			POSIX_TRACE_FULL; i++) {
		posix_trace_event(id, data, sizeof(data));
		if (i % 50 == 49)
			ct_flush(trid);
	}
	if (ct_status(trid).posix_log_full_status != POSIX_TRACE_FULL)
		UNRESOLVED("a log of 32768 bytes was not full after %d events", i);
	EXPECT(posix_trace_clear(trid), 0);
	/* Whether a full log suspends its stream is disputed. */
	SETUP(posix_trace_start(trid));
	ct_fire(id, 4711);
	SETUP(posix_trace_shutdown(trid));
	trid = ct_reopen();
	i = ct_status(trid).posix_log_full_status;
	if (i != POSIX_TRACE_NOT_FULL)
		FAIL("expected POSIX_TRACE_NOT_FULL (%d) of the log, got %d",
				POSIX_TRACE_NOT_FULL, i);
	if (!ct_find_number(ct_read, trid, &ev, 4711))
		FAIL("expected the event after the clear in the log");
	PASS("the log was begun anew");
}
