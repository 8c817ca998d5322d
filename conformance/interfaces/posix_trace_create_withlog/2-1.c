/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CRLOG-2b: a descriptor open for writing only is enough.
 *
 * Source: XSH posix_trace_create_withlog() ERRORS; TRL; derived.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid;
	int fd, n;

	close(ct_file());
	fd = SYSTEM(open(ct_path, O_WRONLY | O_CREAT, 0600));
	CREATES(posix_trace_create_withlog(0, NULL, fd, &trid));
	SETUP(posix_trace_start(trid));
	ct_fire(id, 1);
	EXPECT(posix_trace_flush(trid), 0);
	EXPECT(posix_trace_shutdown(trid), 0);
	trid = ct_reopen();
	id = ct_type_in(trid, "conformance a");
	n = ct_count(ct_read, trid, id);
	if (n != 1)
		FAIL("expected one event in the log, got %d", n);
	PASS("a log was made through a descriptor that can only write");
}
