/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * OPEN-3: a log can be opened several times at once; the positions are
 * independent.
 *
 * Source: XSH posix_trace_open() DESCRIPTION; TRL; derived.
 *
 * Through one descriptor.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t a, b;
	int fd;

	SETUP(posix_trace_close(ct_made_log(id, 5)));
	fd = SYSTEM(open(ct_path, O_RDONLY));
	EXPECT(posix_trace_open(fd, &a), 0);
	id = ct_type_in(a, "conformance a");
	if (!ct_find(ct_read, a, &ev, id) || ct_number(&ev) != 0)
		FAIL("expected event 0 from the first, got %d", ct_number(&ev));
	SETUP(posix_trace_close(a));
	EXPECT(posix_trace_open(fd, &b), 0);
	id = ct_type_in(b, "conformance a");
	if (!ct_find(ct_read, b, &ev, id) || ct_number(&ev) != 0)
		FAIL("expected event 0 from the second, got %d", ct_number(&ev));
	PASS("one descriptor served two openings in turn");
}
