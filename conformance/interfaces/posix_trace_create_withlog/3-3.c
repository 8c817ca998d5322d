/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CRLOG-3: once the stream has been shut down the file can be opened as a
 * log.
 *
 * Source: XSH posix_trace_shutdown() DESCRIPTION, XSH posix_trace_open()
 * DESCRIPTION; TRL; shall.
 *
 * The rationale allows room to be reserved in the file before.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid;
	int fd = ct_file(), err, n;

	err = posix_fallocate(fd, 0, 1 << 20);
	if (err != 0)
		UNTESTED("posix_fallocate gave %s", ct_error(err));
	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, 10, 64);
	SETUP(posix_trace_attr_setlogsize(&attr, 1 << 20));
	CREATES(posix_trace_create_withlog(0, &attr, fd, &trid));
	SETUP(posix_trace_start(trid));
	for (n = 0; n < 10; n++)
		ct_fire(id, n);
	SETUP(posix_trace_shutdown(trid));
	trid = ct_reopen();
	id = ct_type_in(trid, "conformance a");
	n = ct_count(ct_read, trid, id);
	if (n != 10)
		FAIL("expected ten events in the log, got %d", n);
	PASS("a file with reserved room became a log");
}
