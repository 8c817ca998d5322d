/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * ASIZE-6: events whose largest sizes add up to no more than stream-min-size
 * are all recorded, whatever thread and process they come from.
 *
 * Source: XSH posix_trace_attr_getmaxsystemeventsize() DESCRIPTION; TRC;
 * shall.
 *
 * A hundred threads, one event each.
 */
#include "conftest.h"

static trace_event_id_t id;

static void *recorder(void *arg)
{
	posix_trace_event(id, arg, sizeof(int));
	return NULL;
}

static void test(void)
{
	int i, n, number = 5;
	size_t user, system;
	trace_attr_t attr;
	trace_id_t trid;

	id = ct_type("conformance a");
	ct_init(&attr);
	SETUP(posix_trace_attr_setstreamfullpolicy(&attr, POSIX_TRACE_UNTIL_FULL));
	SETUP(posix_trace_attr_getmaxusereventsize(&attr, sizeof(int), &user));
	SETUP(posix_trace_attr_getmaxsystemeventsize(&attr, &system));
	SETUP(posix_trace_attr_setstreamsize(&attr, system + 100 * user));
	trid = ct_running(&attr);
	for (i = 0; i < 100; i++)
		ct_join(ct_thread(recorder, &number));
	n = ct_count(ct_try, trid, id);
	if (n != 100)
		FAIL("expected 100 events of 100 threads, got %d", n);
	PASS("100 events of 100 threads fitted");
}
