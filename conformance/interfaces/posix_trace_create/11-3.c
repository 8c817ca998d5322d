/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CREATE-E1: EAGAIN when TRACE_SYS_MAX streams exist.
 *
 * Source: XSH posix_trace_create() ERRORS; TRC; shall.
 *
 * One stream after the other, more than there may be at once.
 */
#define ALONE 1
#include "conftest.h"

static void test(void)
{
	long max = sysconf(_SC_TRACE_SYS_MAX), n;
	trace_attr_t attr;
	trace_id_t trid;
	int err;

	if (max == -1 || max > 4096)
		UNTESTED("TRACE_SYS_MAX is %ld", max);
	ct_attr(&attr, POSIX_TRACE_LOOP, 4, 16);
	for (n = 0; n < 2 * max + 10; n++) {
		CT_UNTIL((err = posix_trace_create(0, &attr, &trid)) != EAGAIN);
		if (err != 0)
			FAIL("expected a stream after %ld that were shut down, "
					"got %s", n, ct_error(err));
		SETUP(posix_trace_shutdown(trid));
	}
	PASS("%ld streams came and went, at most %ld may be there", n, max);
}
