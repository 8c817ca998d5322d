/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * GET-1: the oldest event that was not reported yet is reported, with its
 * data, and *unavailable zero.
 *
 * Source: XSH posix_trace_trygetnext_event() DESCRIPTION; TRC; shall.
 *
 * Events of a thread that has ended, in another thread than the reader's.
 */
#include "conftest.h"

static trace_event_id_t id;

static void *recorder(void *arg)
{
	ct_fire(id, *(int *)arg);
	return NULL;
}

static void test(void)
{
	static struct ct_event ev;
	trace_id_t trid;
	int i;

	id = ct_type("conformance a");
	trid = ct_running_for(10);
	for (i = 0; i < 10; i++)
		ct_join(ct_thread(recorder, &i));
	for (i = 0; i < 10; i++)
		if (!ct_find(ct_try, trid, &ev, id) || ct_number(&ev) != i)
			FAIL("expected event %d, got %d", i, ct_number(&ev));
	PASS("the events of ten ended threads came");
}
