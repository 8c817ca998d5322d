/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * ASIZE-4: the size is reserved for the records of events: attributes and
 * names do not count.
 *
 * Source: XSH posix_trace_attr_getstreamsize() DESCRIPTION, XSH 2.11.1 Trace
 * Stream Attributes; TRC; shall.
 *
 * Many long names are registered, and still all the events fit that the size
 * promises.
 */
#include "conftest.h"

static void test(void)
{
	char name[32];
	trace_event_id_t ids[30];
	trace_attr_t attr;
	trace_id_t trid;
	int i, got = 0;

	for (i = 0; i < 30; i++) {
		snprintf(name, sizeof(name), "conformance long name %02d..", i);
		ids[i] = ct_type(name);
	}
	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, 30, 16);
	SETUP(posix_trace_attr_setname(&attr, "named"));
	trid = ct_running(&attr);
	for (i = 0; i < 30; i++)
		ct_fire(ids[i], i);
	for (i = 0; i < 30; i++) {
		static struct ct_event ev;

		got += ct_find(ct_try, trid, &ev, ids[i]);
	}
	if (got != 30)
		FAIL("expected 30 events of 30 types, got %d", got);
	PASS("30 events of 30 types fitted in room for 30");
}
