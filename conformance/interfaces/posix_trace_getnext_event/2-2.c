/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * GET-2: each event is reported once, and its room is free for others.
 *
 * Source: XSH posix_trace_getnext_event() DESCRIPTION; TRC; shall.
 *
 * Two readers at once get each event once between them.
 */
#include "conftest.h"

#define EVENTS 200

static trace_id_t trid;
static trace_event_id_t id;
static unsigned char seen[2][EVENTS];

static void *reader(void *arg)
{
	unsigned char *mine = arg, data[CT_ROOM];
	struct posix_trace_event_info info;
	size_t len;
	int none, n;

	for (;;) {
		EXPECT(posix_trace_getnext_event(trid, &info, data,
				sizeof(data), &len, &none), 0);
		if (!posix_trace_eventid_equal(trid, info.posix_event_id, id))
			continue;
		memcpy(&n, data, sizeof(n));
		if (n < 0)
			return NULL;
		if (n >= EVENTS)
			FAIL("an event came that nobody recorded: %d", n);
		mine[n]++;
	}
}

static void test(void)
{
	pthread_t threads[2];
	trace_attr_t attr;
	int i;

	id = ct_type("conformance a");
	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, EVENTS + 2, 16);
	trid = ct_running(&attr);
	threads[0] = ct_thread(reader, seen[0]);
	threads[1] = ct_thread(reader, seen[1]);
	for (i = 0; i < EVENTS; i++)
		ct_fire(id, i);
	ct_fire(id, -1);
	ct_fire(id, -1);
	ct_join(threads[0]);
	ct_join(threads[1]);
	for (i = 0; i < EVENTS; i++)
		if (seen[0][i] + seen[1][i] != 1)
			FAIL("event %d came %d times to one reader and %d to "
					"the other",
					i, seen[0][i], seen[1][i]);
	PASS("two readers got %d events, each once", EVENTS);
}
