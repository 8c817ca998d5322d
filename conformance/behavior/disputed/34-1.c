/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * READ-34: posix_trace_shutdown() closes the descriptor that the create was
 * given, with the log, or leaves that to the caller.
 *
 * Source: XSH posix_trace_shutdown() DESCRIPTION, XRAT B.2.11 Trace Operation
 * Control; TRL; disputed.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	int fd = ct_file();

	SETUP(posix_trace_shutdown(ct_logging(NULL, fd)));
	ADVISORY("posix_trace_shutdown() %s the descriptor of the log",
			fcntl(fd, F_GETFD) == -1 ? "closes" : "does not close");
}
