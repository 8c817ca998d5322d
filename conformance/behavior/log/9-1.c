/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * GEN-7: a log file's times are marked when tracing changes or reads it.
 *
 * Source: XSH 2.11 Tracing; TRC; shall.
 *
 * The time of modification, which the program sets into the past before.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	struct timespec past[2] = { { 86400, 0 }, { 86400, 0 } };
	struct stat st;
	trace_id_t trid;
	int fd = ct_file();

	SYSTEM(futimens(fd, past));
	trid = ct_logging(NULL, fd);
	ct_fire(id, 1);
	SETUP(posix_trace_shutdown(trid));
	SYSTEM(stat(ct_path, &st));
	if (st.st_mtime < 2 * 86400)
		FAIL("expected a new time of modification, it is still 1970");
	if (st.st_ctime < 2 * 86400)
		FAIL("expected a new time of change, it is still 1970");
	PASS("making the log marked its times");
}
