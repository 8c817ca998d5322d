/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * OPEN-4: everything comes back as it was recorded.
 *
 * Source: XSH posix_trace_shutdown() DESCRIPTION, XSH posix_trace_open()
 * DESCRIPTION; TRL; derived.
 *
 * Names, data and order of several types.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	char name[4096], want[32];
	static struct ct_event ev;
	trace_event_id_t ids[5];
	trace_id_t trid = ct_logging_for(50);
	int i;

	for (i = 0; i < 5; i++) {
		snprintf(want, sizeof(want), "conformance %d", i);
		ids[i] = ct_type(want);
	}
	for (i = 0; i < 50; i++)
		ct_fire(ids[i % 5], 1000 + i);
	SETUP(posix_trace_shutdown(trid));
	trid = ct_reopen();
	for (i = 0; i < 50; i++) {
		do {
			if (!ct_read(trid, &ev))
				FAIL("expected event %d; the log is at its end", i);
		} while (ct_number(&ev) < 1000 || ev.len != sizeof(int));
		if (ct_number(&ev) != 1000 + i)
			FAIL("expected number %d, got %d", 1000 + i, ct_number(&ev));
		EXPECT(posix_trace_eventid_get_name(trid,
				ev.info.posix_event_id, name), 0);
		snprintf(want, sizeof(want), "conformance %d", i % 5);
		if (strcmp(name, want) != 0)
			FAIL("expected type \"%s\", got \"%.40s\"", want, name);
	}
	PASS("50 events of five types came back");
}
