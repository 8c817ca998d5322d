/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EVENT-5: longer data is cut to exactly max-data-size bytes, with
 * TRUNCATED_RECORD.
 *
 * Source: XSH posix_trace_event() DESCRIPTION; TRC; shall.
 *
 * In a log, between events that were not cut.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	static unsigned char data[100];
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid;
	int i, cut;

	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, 20, 24);
	SETUP(posix_trace_attr_setlogfullpolicy(&attr, POSIX_TRACE_APPEND));
	ct_room(&attr, 20, 24);
	trid = ct_logging(&attr, ct_file());
	SETUP(posix_trace_get_attr(trid, &attr));
	for (i = 0; i < 6; i++)
		posix_trace_event(id, data, i % 2 ? 24 : sizeof(data));
	SETUP(posix_trace_shutdown(trid));
	trid = ct_reopen();
	id = ct_type_in(trid, "conformance a");
	for (i = 0; i < 6; i++) {
		if (!ct_find(ct_read, trid, &ev, id))
			FAIL("expected 6 events in the log, got %d", i);
		if (i % 2 == 0 && ev.len >= sizeof(data))
			UNTESTED("data of %zu bytes was not cut", ev.len);
		cut = ev.info.posix_truncation_status ==
			POSIX_TRACE_TRUNCATED_RECORD;
		if (cut != (i % 2 == 0))
			FAIL("event %d of %zu bytes has truncation status %d", i,
					ev.len,
					ev.info.posix_truncation_status);
	}
	PASS("the log says which events were cut");
}
