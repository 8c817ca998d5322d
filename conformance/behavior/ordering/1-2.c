/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * ORD-1: events come oldest first, in the order in which they were
 * generated.
 *
 * Source: XSH posix_trace_getnext_event() DESCRIPTION; TRC; shall.
 *
 * One thread, while it is read.
 */
#include "conftest.h"

static trace_id_t trid;
static trace_event_id_t id;

static void *recorder(void *arg)
{
	int i;

	for (i = 0; i < 3000; i++)
		ct_fire(id, i);
	return arg;
}

static void test(void)
{
	static struct ct_event ev;
	trace_attr_t attr;
	pthread_t thread;
	int i;

	id = ct_type("conformance a");
	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, 3000, 16);
	trid = ct_running(&attr);
	thread = ct_thread(recorder, NULL);
	for (i = 0; i < 3000; i++)
		if (!ct_find(ct_read, trid, &ev, id) || ct_number(&ev) != i)
			FAIL("expected event %d, got %d", i, ct_number(&ev));
	ct_join(thread);
	PASS("3000 events came in program order while they were recorded");
}
