/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * OPEN-E1: EINVAL when the descriptor is not one of a log.
 *
 * Source: XSH posix_trace_open() ERRORS; TRL; shall.
 *
 * An empty file.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_id_t trid;
	int fd = ct_file();

	EXPECT(posix_trace_open(fd, &trid), EINVAL);
	PASS("an empty file gave EINVAL");
}
