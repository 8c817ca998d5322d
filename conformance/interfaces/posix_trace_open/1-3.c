/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * OPEN-1: a descriptor open for reading on a log gives a pre-recorded
 * stream, at its oldest event.
 *
 * Source: XSH posix_trace_open() DESCRIPTION; TRL; shall.
 *
 * A descriptor open for reading and writing.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid = ct_logging(NULL, ct_file());
	int fd, n;

	ct_fire(id, 1);
	SETUP(posix_trace_shutdown(trid));
	fd = SYSTEM(open(ct_path, O_RDWR));
	EXPECT(posix_trace_open(fd, &trid), 0);
	id = ct_type_in(trid, "conformance a");
	n = ct_count(ct_read, trid, id);
	if (n != 1)
		FAIL("expected one event, got %d", n);
	PASS("a descriptor that can write is good, too");
}
