/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CRLOG-E1: EBADF when the descriptor is not a valid one open for writing.
 *
 * Source: XSH posix_trace_create_withlog() ERRORS; TRL; shall.
 *
 * A descriptor for reading of a file that can be written through another
 * one.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	int writable = ct_file(), fd, n;
	trace_id_t trid;

	fd = SYSTEM(open(ct_path, O_RDONLY));
	EXPECT(posix_trace_create_withlog(0, NULL, fd, &trid), EBADF);
	close(fd);
	/* It has left no trace in the file. */
	trid = ct_logging_to(writable, 20);
	ct_fire(id, 1);
	SETUP(posix_trace_shutdown(trid));
	trid = ct_reopen();
	id = ct_type_in(trid, "conformance a");
	n = ct_count(ct_read, trid, id);
	if (n != 1)
		FAIL("expected one event in the log of the other descriptor, "
				"got %d", n);
	PASS("only the descriptor for reading gave EBADF");
}
