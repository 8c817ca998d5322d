/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * GEN-7: a log file's times are marked when tracing changes or reads it.
 *
 * Source: XSH 2.11 Tracing; TRC; shall.
 *
 * Of access, unless the file system does not keep it.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	struct timespec past[2] = { { 86400, 0 }, { 172800, 0 } };
	trace_event_id_t id = ct_type("conformance a");
	static struct ct_event ev;
	struct stat st;
	trace_id_t trid;
	char c;
	int fd;

	SETUP(posix_trace_close(ct_made_log(id, 3)));
	fd = SYSTEM(open(ct_path, O_RDONLY));
	SYSTEM(futimens(fd, past));
	SYSTEM(read(fd, &c, 1));
	SYSTEM(stat(ct_path, &st));
	if (st.st_atime == past[0].tv_sec)
		UNTESTED("the file system does not mark the time of access");
	SYSTEM(futimens(fd, past));
	close(fd);
	trid = ct_reopen();
	while (ct_read(trid, &ev))
		;
	SETUP(posix_trace_close(trid));
	SYSTEM(stat(ct_path, &st));
	if (st.st_atime == past[0].tv_sec)
		FAIL("expected a new time of access, it is still 1970");
	PASS("reading the log marked its time of access");
}
