/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * OPEN-E1: EINVAL when the descriptor is not one of a log.
 *
 * Source: XSH posix_trace_open() ERRORS; TRL; shall.
 *
 * Zeros, as in a file that was extended.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_id_t trid;
	int fd = ct_file();

	SYSTEM(ftruncate(fd, 1 << 20));
	EXPECT(posix_trace_open(fd, &trid), EINVAL);
	PASS("a file of zeros gave EINVAL");
}
