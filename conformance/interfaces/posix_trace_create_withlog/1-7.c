/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CRLOG-1: the function does all that posix_trace_create() does, with a log
 * on the descriptor.
 *
 * Source: XSH posix_trace_create_withlog() DESCRIPTION; TRL; shall.
 *
 * Streams with log count as streams.
 */
#define NEEDS (CT_LOG)
#define ALONE 1
#include "conftest.h"

static void test(void)
{
	long max = sysconf(_SC_TRACE_SYS_MAX);
	trace_attr_t attr;
	trace_id_t trid;
	int err = 0;
	long n;

	if (max == -1 || max > 256)
		UNTESTED("TRACE_SYS_MAX is %ld", max);
	ct_attr(&attr, POSIX_TRACE_LOOP, 4, 16);
	for (n = 0; n < max && err == 0; n++)
		err = posix_trace_create(0, &attr, &trid);
	if (err == 0)
		err = posix_trace_create_withlog(0, &attr, ct_file(), &trid);
	if (err == ENOMEM && n < max)
		UNTESTED("there is memory for %ld streams only", n);
	if (err != EAGAIN)
		FAIL("expected EAGAIN after %ld streams, got %s", n, ct_error(err));
	PASS("EAGAIN came after %ld streams", n);
}
