/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FLUSH-2: new events can be traced while a flush goes on.
 *
 * Source: XSH posix_trace_flush() DESCRIPTION; TRL; shall.
 *
 * Another thread records during the flushes.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static trace_event_id_t id;
static sem_t done;
static int events;

static void *recorder(void *arg)
{
	int i;

	for (i = 0; i < events; i++)
		ct_fire(id, i);
	sem_post(&done);
	return arg;
}

static void test(void)
{
	static struct ct_event ev;
	pthread_t thread;
	trace_attr_t attr;
	trace_id_t trid;
	int i, room = 6000;

	id = ct_type("conformance a");
	ct_log_attr(&attr, 1);
	trid = ct_logging_of(&attr, &room, 64, ct_file());
	events = room / 2;
	sem_init(&done, 0, 0);
	thread = ct_thread(recorder, NULL);
	/* A stream that is also flushed regularly may always be FLUSHING, so this does
	 * not wait for the end of each flush. */
	do
		EXPECT(posix_trace_flush(trid), 0);
	while (ct_value(&done) == 0);
	ct_join(thread);
	SETUP(posix_trace_shutdown(trid));
	trid = ct_reopen();
	id = ct_type_in(trid, "conformance a");
	for (i = 0; i < events; i++)
		if (!ct_find(ct_read, trid, &ev, id) || ct_number(&ev) != i)
			FAIL("expected event %d in the log, got "
					"%d", i, ct_number(&ev));
	PASS("all events recorded during flushes are in the log");
}
