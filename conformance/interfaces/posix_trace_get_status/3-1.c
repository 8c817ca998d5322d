/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * STAT-3: for a stream with log asking resets the overrun status of the log,
 * too.
 *
 * Source: XSH posix_trace_get_status() DESCRIPTION; TRL; shall.
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
	size_t size, bytes;
	int overrun = 0;

	ct_attr(&attr, POSIX_TRACE_LOOP, 200, 256);
	SETUP(posix_trace_attr_setlogsize(&attr, 32768));
	ct_room(&attr, 200, 256);
	trid = ct_logging(&attr, ct_file());
	SETUP(posix_trace_get_attr(trid, &attr));
	SETUP(posix_trace_attr_getlogsize(&attr, &size));
	if (size > (size_t)64 << 20)
		UNTESTED("the log has %zu bytes", size);
	for (bytes = 0; bytes < 3 * size && !overrun; bytes += sizeof(data)) {
		posix_trace_event(id, data, sizeof(data));
		if (bytes / sizeof(data) % 100 == 99) {
			SETUP(posix_trace_flush(trid));
			do {
				st = ct_status(trid);
				overrun |= st.posix_log_overrun_status ==
					POSIX_TRACE_OVERRUN;
			} while (st.posix_stream_flush_status ==
					POSIX_TRACE_FLUSHING);
		}
	}
	if (!overrun)
		FAIL("expected OVERRUN of a log that went round three times");
	SETUP(posix_trace_stop(trid));
	st = ct_status(trid);
	EXPECT(posix_trace_get_status(trid, &st), 0);
	if (st.posix_log_overrun_status != POSIX_TRACE_NO_OVERRUN)
		FAIL("expected NO_OVERRUN when asked again, got %d",
				st.posix_log_overrun_status);
	PASS("the overrun of the log was told, and reset");
}
