/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CREATE-E1: EAGAIN when TRACE_SYS_MAX streams exist.
 *
 * Source: XSH posix_trace_create() ERRORS; TRC; shall.
 */
#define ALONE 1
#include "conftest.h"

static void test(void)
{
	long max = sysconf(_SC_TRACE_SYS_MAX);
	trace_attr_t attr;
	trace_id_t trid;
	int err = 0;
	long n;

	if (max == -1 || max > 4096)
		UNTESTED("TRACE_SYS_MAX is %ld", max);
	ct_attr(&attr, POSIX_TRACE_LOOP, 4, 16);
	for (n = 0; n <= max && err == 0; n++)
		err = posix_trace_create(0, &attr, &trid);
	if (err == ENOMEM && n <= max)
		UNTESTED("there is memory for %ld streams only", n - 1);
	if (err == 0)
		FAIL("expected EAGAIN after %ld streams, %ld were made", max, n);
	if (err != EAGAIN)
		FAIL("expected EAGAIN at stream %ld, got %s", n, ct_error(err));
	PASS("EAGAIN came at stream %ld, the limit is %ld", n, max);
}
