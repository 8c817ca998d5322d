/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CRLOG-E1: EBADF when the descriptor is not a valid one open for writing.
 *
 * Source: XSH posix_trace_create_withlog() ERRORS; TRL; shall.
 *
 * The descriptor -1.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_id_t trid;

	EXPECT(posix_trace_create_withlog(0, NULL, -1, &trid), EBADF);
	PASS("descriptor -1 gave EBADF");
}
