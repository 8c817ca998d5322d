/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * OPEN-1: a descriptor open for reading on a log gives a pre-recorded
 * stream, at its oldest event.
 *
 * Source: XSH posix_trace_open() DESCRIPTION; TRL; shall.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid = ct_logging_for(10);
	int fd, i;

	for (i = 0; i < 10; i++)
		ct_fire(id, i);
	SETUP(posix_trace_shutdown(trid));
	fd = SYSTEM(open(ct_path, O_RDONLY));
	EXPECT(posix_trace_open(fd, &trid), 0);
	id = ct_type_in(trid, "conformance a");
	if (!ct_first(trid, &ev) || !ct_is(trid, &ev, POSIX_TRACE_START))
		FAIL("expected START, the oldest event, first");
	for (i = 0; i < 10; i++)
		if (!ct_find(ct_read, trid, &ev, id) || ct_number(&ev) != i)
			FAIL("expected event %d, got %d", i, ct_number(&ev));
	PASS("the log gave its events from the oldest on");
}
