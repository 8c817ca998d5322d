/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * ASIZE-6: events whose largest sizes add up to no more than stream-min-size
 * are all recorded, whatever thread and process they come from.
 *
 * Source: XSH posix_trace_attr_getmaxsystemeventsize() DESCRIPTION; TRC;
 * shall.
 *
 * Events of a stream with log that are large for it.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	static unsigned char data[8200];
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid;
	size_t size, most = 0;
	int i, n;

	for (size = 400; size < sizeof(data); size += 1117)
		for (n = 11; n < 200 && !ct_enough(); n = 3 * n) {
			SETUP(posix_trace_attr_init(&attr));
			SETUP(posix_trace_attr_setstreamfullpolicy(&attr,
					POSIX_TRACE_UNTIL_FULL));
			SETUP(posix_trace_attr_setlogfullpolicy(&attr,
					POSIX_TRACE_APPEND));
			/* A log may have events of the system besides. */
			ct_room(&attr, (size_t)n, size);
			trid = ct_logging(&attr, ct_file());
			for (i = 0; i < n; i++)
				posix_trace_event(id, data, size);
			if (ct_status(trid).posix_stream_overrun_status !=
					POSIX_TRACE_NO_OVERRUN)
				FAIL("not all of %d events of %zu bytes fitted",
						n, size);
			SETUP(posix_trace_shutdown(trid));
			trid = ct_reopen();
			i = ct_count(ct_read, trid, ct_type_in(trid,
					"conformance a"));
			if (i != n)
				FAIL("expected %d events of %zu bytes in the "
						"log, got %d", n, size, i);
			SETUP(posix_trace_close(trid));
			ct_unlink();
			most = size;
		}
	PASS("events of up to %zu bytes fitted before they were in the log",
			most);
}
