/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CRLOG-E1: EBADF when the descriptor is not a valid one open for writing.
 *
 * Source: XSH posix_trace_create_withlog() ERRORS; TRL; shall.
 *
 * A descriptor open for reading only.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_id_t trid;
	int fd;

	close(ct_file());
	fd = SYSTEM(open(ct_path, O_RDONLY));
	EXPECT(posix_trace_create_withlog(0, NULL, fd, &trid), EBADF);
	PASS("a descriptor that can only read gave EBADF");
}
