/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * LOG-4: every event of a log has a name there, also when stream and log
 * have lost events.
 *
 * Source: XSH posix_trace_shutdown() DESCRIPTION; TRL; derived.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	static unsigned char data[256];
	char name[4096], want[32];
	static struct ct_event ev;
	trace_event_id_t ids[20];
	trace_attr_t attr;
	trace_id_t trid;
	int i, k;

	for (i = 0; i < 20; i++) {
		snprintf(name, sizeof(name), "conformance %d", i);
		ids[i] = ct_type(name);
	}
	ct_attr(&attr, POSIX_TRACE_LOOP, 50, sizeof(data));
	SETUP(posix_trace_attr_setlogsize(&attr, 32768));
	ct_room(&attr, 50, sizeof(data));
	trid = ct_logging(&attr, ct_file());
	for (i = 0; i < 3000; i++) {
		k = i % 20;
		memcpy(data, &k, sizeof(k));
		posix_trace_event(ids[k], data, sizeof(data));
		if (i % 500 == 499)
			ct_flush(trid);
	}
	SETUP(posix_trace_shutdown(trid));
	trid = ct_reopen();
	for (i = 0; ct_read(trid, &ev);) {
		EXPECT(posix_trace_eventid_get_name(trid,
				ev.info.posix_event_id, name), 0);
		if (ev.len != sizeof(data))
			continue;
		snprintf(want, sizeof(want), "conformance %d", ct_number(&ev));
		if (strncmp(name, "conformance ", 12) == 0 && strcmp(name, want) != 0)
			FAIL("expected \"%s\", got \"%.40s\"", want, name);
		i++;
	}
	if (i == 0)
		FAIL("expected events in the log");
	PASS("%d events of a log that lost many have their names", i);
}
