/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * LOGA-1: an APPEND log has no limit; log-max-size is ignored.
 *
 * Source: XSH posix_trace_attr_setlogfullpolicy() DESCRIPTION; TRL; shall.
 *
 * Nothing is lost, so nothing says so.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	static unsigned char data[256];
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid;
	struct posix_trace_status_info st;
	int i;

	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, 200, sizeof(data));
	SETUP(posix_trace_attr_setlogfullpolicy(&attr, POSIX_TRACE_APPEND));
	SETUP(posix_trace_attr_setlogsize(&attr, 16384));
	ct_room(&attr, 200, sizeof(data));
	trid = ct_logging(&attr, ct_file());
	for (i = 0; i < 1000; i++) {
		posix_trace_event(id, data, sizeof(data));
		if (i % 100 == 99) {
			SETUP(posix_trace_flush(trid));
			do {
				st = ct_status(trid);
				if (st.posix_log_overrun_status != POSIX_TRACE_NO_OVERRUN)
					FAIL("a log without limit says "
							"OVERRUN after %d events", i);
			} while (st.posix_stream_flush_status == POSIX_TRACE_FLUSHING);
		}
	}
	SETUP(posix_trace_shutdown(trid));
	st = ct_status(ct_reopen());
	if (st.posix_log_overrun_status != POSIX_TRACE_NO_OVERRUN)
		FAIL("the log without limit says OVERRUN");
	PASS("a log without limit is not overrun");
}
