/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * READ-42: posix_trace_open() takes the log of a file wherever its descriptor is
 * positioned, or only at the begin.
 *
 * Source: XSH posix_trace_open() DESCRIPTION; TRL; open.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_id_t trid = ct_logging_for(20);
	int fd, err;

	SETUP(posix_trace_shutdown(trid));
	fd = SYSTEM(open(ct_path, O_RDONLY));
	SYSTEM(lseek(fd, 1, SEEK_SET));
	err = posix_trace_open(fd, &trid);
	ADVISORY("a descriptor that is not at the begin of the log gives %s",
			ct_error(err));
}
