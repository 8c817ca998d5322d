/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CRLOG-3: once the stream has been shut down the file can be opened as a
 * log.
 *
 * Source: XSH posix_trace_shutdown() DESCRIPTION, XSH posix_trace_open()
 * DESCRIPTION; TRL; shall.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_id_t trid;
	int fd = ct_file();

	CREATES(posix_trace_create_withlog(0, NULL, fd, &trid));
	SETUP(posix_trace_start(trid));
	SETUP(posix_trace_shutdown(trid));
	fd = SYSTEM(open(ct_path, O_RDONLY));
	EXPECT(posix_trace_open(fd, &trid), 0);
	PASS("the file is a log");
}
