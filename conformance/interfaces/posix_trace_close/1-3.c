/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CLOSE-1: the pre-recorded stream is gone; later use gives EINVAL.
 *
 * Source: XSH posix_trace_close() DESCRIPTION; TRL; shall.
 *
 * The log can be opened again, any number of times.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid;
	int fd, i, n;

	SETUP(posix_trace_close(ct_made_log(id, 3)));
	fd = SYSTEM(open(ct_path, O_RDONLY));
	for (i = 0; i < 200; i++) {
		EXPECT(posix_trace_open(fd, &trid), 0);
		EXPECT(posix_trace_close(trid), 0);
	}
	EXPECT(posix_trace_open(fd, &trid), 0);
	n = ct_count(ct_read, trid, ct_type_in(trid, "conformance a"));
	if (n != 3)
		FAIL("expected three events, got %d", n);
	PASS("the log was opened 201 times");
}
