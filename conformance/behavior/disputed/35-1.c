/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * READ-35: TRACE_SYS_MAX counts pre-recorded streams, or active ones only,
 * since posix_trace_open() has no error for it.
 *
 * Source: XBD <limits.h> Runtime Invariant Values (Possibly Indeterminate),
 * XSH posix_trace_open() ERRORS; TRL; disputed.
 */
#define NEEDS (CT_LOG)
#define ALONE 1
#include "conftest.h"

static void test(void)
{
	long max = sysconf(_SC_TRACE_SYS_MAX), n;
	trace_attr_t attr;
	trace_id_t trid;
	int err = 0;

	if (max == -1 || max > 4096)
		UNTESTED("TRACE_SYS_MAX is %ld", max);
	SETUP(posix_trace_close(ct_made_log(ct_type("conformance a"), 1)));
	ct_attr(&attr, POSIX_TRACE_LOOP, 4, 16);
	for (n = 0; n <= max && err == 0; n++)
		err = posix_trace_create(0, &attr, &trid);
	if (err != EAGAIN)
		UNTESTED("stream %ld gave %s", n, ct_error(err));
	err = posix_trace_open(SYSTEM(open(ct_path, O_RDONLY)), &trid);
	ADVISORY("posix_trace_open() at the limit of streams gives %s",
			ct_error(err));
}
