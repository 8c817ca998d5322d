/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * OPEN-4: everything comes back as it was recorded.
 *
 * Source: XSH posix_trace_shutdown() DESCRIPTION, XSH posix_trace_open()
 * DESCRIPTION; TRL; derived.
 *
 * That data was truncated, before and after a flush.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

enum { EVENTS = 6 };

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	unsigned char data[256] = "";
	trace_attr_t attr;
	trace_id_t trid;
	size_t size;
	int i, want;

	ct_attr(&attr, POSIX_TRACE_LOOP, EVENTS, 40);
	trid = ct_logging(&attr, ct_file());
	SETUP(posix_trace_get_attr(trid, &attr));
	SETUP(posix_trace_attr_getmaxdatasize(&attr, &size));
	if (size >= sizeof(data))
		UNTESTED("the stream uses a data size of %zu", size);
	for (i = 0; i < EVENTS; i++) {
		if (i == EVENTS / 2)
			ct_flush(trid);
		posix_trace_event(id, data, i % 2 ? size : sizeof(data));
	}
	SETUP(posix_trace_shutdown(trid));
	trid = ct_reopen();
	id = ct_type_in(trid, "conformance a");
	for (i = 0; i < EVENTS; i++) {
		want = i % 2 ? POSIX_TRACE_NOT_TRUNCATED :
				POSIX_TRACE_TRUNCATED_RECORD;
		if (!ct_find(ct_read, trid, &ev, id))
			FAIL("expected %d events in the log, got %d", EVENTS, i);
		if (ev.info.posix_truncation_status != want)
			FAIL("expected truncation status %d of event %d, got %d",
					want, i, ev.info.posix_truncation_status);
	}
	PASS("the log says which of %d events were truncated", EVENTS);
}
