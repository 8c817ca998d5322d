/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * STAT-3: for a stream with log asking resets the overrun status of the log,
 * too.
 *
 * Source: XSH posix_trace_get_status() DESCRIPTION; TRL; shall.
 *
 * What asking resets does not come back with the next flush.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	static unsigned char data[256];
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid;
	size_t size, bytes;
	int i;

	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, 200, 256);
	SETUP(posix_trace_attr_setlogfullpolicy(&attr, POSIX_TRACE_LOOP));
	SETUP(posix_trace_attr_setlogsize(&attr, 65536));
	ct_room(&attr, 200, 256);
	trid = ct_logging(&attr, ct_file());
	SETUP(posix_trace_get_attr(trid, &attr));
	SETUP(posix_trace_attr_getlogsize(&attr, &size));
	if (size > (size_t)64 << 20 || size < 65536)
		UNTESTED("the log has %zu bytes", size);
	for (bytes = 0; bytes < 3 * size; bytes += sizeof(data)) {
		posix_trace_event(id, data, sizeof(data));
		if (bytes / sizeof(data) % 100 == 99)
			ct_flush(trid);
	}
	SETUP(posix_trace_stop(trid));
	ct_flush(trid);
	ct_status(trid);
	/* Nothing is recorded any more, so there is nothing to lose. */
	for (i = 0; i < 3; i++) {
		ct_flush(trid);
		if (ct_status(trid).posix_log_overrun_status !=
				POSIX_TRACE_NO_OVERRUN)
			FAIL("expected NO_OVERRUN at question %d", i + 2);
	}
	PASS("the overrun of the log was told once");
}
