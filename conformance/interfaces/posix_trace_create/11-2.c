/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CREATE-E1: EAGAIN when TRACE_SYS_MAX streams exist.
 *
 * Source: XSH posix_trace_create() ERRORS; TRC; shall.
 *
 * A stream that is shut down makes room for another.
 */
#define ALONE 1
#include "conftest.h"

static void test(void)
{
	long max = sysconf(_SC_TRACE_SYS_MAX);
	trace_id_t trid, last;
	trace_attr_t attr;
	int err = 0, i;
	long n;

	if (max == -1 || max > 4096)
		UNTESTED("TRACE_SYS_MAX is %ld", max);
	ct_attr(&attr, POSIX_TRACE_LOOP, 4, 16);
	/* Those of programs that have ended do not count, nor has any other one. */
	CT_UNTIL((err = posix_trace_create(0, &attr, &last)) != EAGAIN);
	if (err == EAGAIN)
		FAIL("expected a stream while there are no others, got EAGAIN");
	ct_setup("posix_trace_create", err);
	for (n = 0; n <= max && err == 0; n++)
		err = posix_trace_create(0, &attr, &trid);
	if (err == ENOMEM && n < max)
		UNTESTED("there is memory for %ld streams only", n);
	if (err != EAGAIN)
		FAIL("expected EAGAIN after at most %ld streams, got %s", max,
				ct_error(err));
	for (i = 0; i < 10; i++) {
		EXPECT(posix_trace_shutdown(last), 0);
		EXPECT(posix_trace_create(0, &attr, &last), 0);
	}
	PASS("each shutdown made room for a create");
}
