/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CLOSE-1: the pre-recorded stream is gone; later use gives EINVAL.
 *
 * Source: XSH posix_trace_close() DESCRIPTION; TRL; shall.
 *
 * The descriptor is the caller's: it stays open.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_id_t trid;
	char c;
	int fd;

	SETUP(posix_trace_close(ct_made_log(ct_type("conformance a"), 1)));
	fd = SYSTEM(open(ct_path, O_RDONLY));
	SETUP(posix_trace_open(fd, &trid));
	EXPECT(posix_trace_close(trid), 0);
	if (lseek(fd, 0, SEEK_SET) == -1 || read(fd, &c, 1) != 1)
		FAIL("expected the descriptor to be open: %s", strerror(errno));
	PASS("the descriptor is open after the close");
}
