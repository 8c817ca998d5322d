/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * OPEN-E1: EINVAL when the descriptor is not one of a log.
 *
 * Source: XSH posix_trace_open() ERRORS; TRL; shall.
 *
 * Text.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_id_t trid;
	int fd = ct_file(), i;

	for (i = 0; i < 2000; i++)
		SYSTEM(write(fd, "This is not a trace log.\n", 25));
	SYSTEM(lseek(fd, 0, SEEK_SET));
	EXPECT(posix_trace_open(fd, &trid), EINVAL);
	PASS("a file of text gave EINVAL");
}
