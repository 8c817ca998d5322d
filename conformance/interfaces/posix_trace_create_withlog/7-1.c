/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CRLOG-E3: ENOSPC without room for the log.
 *
 * Source: XSH posix_trace_create_withlog() ERRORS; TRL; shall.
 *
 * An implementation that takes room for the log later only may succeed.
 */
#define NEEDS (CT_LOG)
#define ALONE 1
#include "confsmall.h"

static void test(void)
{
	static char data[4096];
	unsigned long long room = ct_small_room();
	int filler = ct_small_file(), log = ct_small_file(), err;
	trace_attr_t attr;
	trace_id_t trid;

	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, 20, 64);
	while (write(filler, data, sizeof(data)) > 0)
		;
	while (write(filler, data, 1) > 0)
		;
	CT_UNTIL((err = posix_trace_create_withlog(0, &attr, log, &trid))
			!= EAGAIN);
	if (err != 0 && err != ENOSPC)
		FAIL("expected ENOSPC, or 0, in a full file system, got %s",
				ct_error(err));
	PASS("a full file system of %llu bytes gave %s", room, ct_error(err));
}
