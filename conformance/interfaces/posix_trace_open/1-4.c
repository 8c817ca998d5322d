/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * OPEN-1: a descriptor open for reading on a log gives a pre-recorded
 * stream, at its oldest event.
 *
 * Source: XSH posix_trace_open() DESCRIPTION; TRL; shall.
 *
 * A log that was made into a file where an older, longer log had been.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_event_id_t old = ct_type("conformance old");
	trace_event_id_t new = ct_type("conformance new");
	static struct ct_event ev;
	trace_attr_t attr;
	trace_id_t trid;
	int fd = ct_file(), i;

	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, 500, 64);
	SETUP(posix_trace_attr_setlogfullpolicy(&attr, POSIX_TRACE_APPEND));
	trid = ct_logging(&attr, fd);
	for (i = 0; i < 500; i++)
		ct_fire(old, i);
	SETUP(posix_trace_shutdown(trid));
	close(fd);
	fd = SYSTEM(open(ct_path, O_RDWR | O_TRUNC));
	trid = ct_logging(NULL, fd);
	ct_fire(new, 7);
	SETUP(posix_trace_shutdown(trid));
	trid = ct_reopen();
	old = ct_type_in(trid, "conformance old");
	new = ct_type_in(trid, "conformance new");
	while (ct_read(trid, &ev))
		if (ct_is(trid, &ev, old))
			FAIL("an event of the older log came: %d", ct_number(&ev));
	SETUP(posix_trace_rewind(trid));
	if (!ct_find(ct_read, trid, &ev, new) || ct_number(&ev) != 7)
		FAIL("expected the event of the new log");
	PASS("the new log has its own event only");
}
