/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CRLOG-E1: EBADF when the descriptor is not a valid one open for writing.
 *
 * Source: XSH posix_trace_create_withlog() ERRORS; TRL; shall.
 *
 * Calls that fail use up no streams: with a descriptor for reading, where a stream
 * without log is made afterwards.
 */
#define ALONE 1
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	long max = sysconf(_SC_TRACE_SYS_MAX);
	trace_attr_t attr;
	trace_id_t trid;
	int i, fd;

	if (max == -1 || max > 4096)
		max = 256;
	close(ct_file());
	fd = SYSTEM(open(ct_path, O_RDONLY));
	ct_attr(&attr, POSIX_TRACE_LOOP, 4, 16);
	for (i = 0; i < max + 8; i++)
		EXPECT(posix_trace_create_withlog(0, &attr, fd, &trid), EBADF);
	EXPECT(posix_trace_create(0, &attr, &trid), 0);
	PASS("%d calls with a descriptor for reading used up nothing", i);
}
