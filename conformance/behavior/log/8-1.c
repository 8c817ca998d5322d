/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FE-1: the first error of a flush stays in posix_stream_flush_error until
 * the status is asked for.
 *
 * Source: XSH 2.11.1 posix_trace_status_info Structure, XSH
 * posix_trace_get_status() DESCRIPTION; TRL; shall.
 *
 * The size of files is limited by setrlimit(), SIGXFSZ is ignored.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"
#include <sys/resource.h>

static void test(void)
{
	static unsigned char data[1024];
	trace_event_id_t id = ct_type("conformance a");
	struct posix_trace_status_info st;
	struct rlimit limit;
	trace_attr_t attr;
	trace_id_t trid;
	struct stat file;
	int i, round, err = 0, reported;

	signal(SIGXFSZ, SIG_IGN);
	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, 200, sizeof(data));
	SETUP(posix_trace_attr_setlogfullpolicy(&attr, POSIX_TRACE_APPEND));
	ct_room(&attr, 200, sizeof(data));
	trid = ct_logging(&attr, ct_file());
	limit.rlim_cur = limit.rlim_max = (1 << 20) + 4096;
	SYSTEM(setrlimit(RLIMIT_FSIZE, &limit));
	for (round = 0, reported = 0;
	     round < 20 && err == 0 && reported == 0; round++) {
		for (i = 0; i < 100; i++)
			posix_trace_event(id, data, sizeof(data));
		err = posix_trace_flush(trid);
		do {
			st = ct_status(trid);
			if (reported == 0)
				reported = st.posix_stream_flush_error;
		} while (st.posix_stream_flush_status == POSIX_TRACE_FLUSHING);
	}
	SYSTEM(stat(ct_path, &file));
	if (err == 0 && reported == 0 && file.st_size > (off_t)limit.rlim_cur)
		UNTESTED("another process wrote the log past this one's limit");
	if (reported != EFBIG)
		FAIL("expected posix_stream_flush_error EFBIG, got %s; flush gave %s",
				ct_error(reported), ct_error(err));
	st = ct_status(trid);
	if (st.posix_stream_flush_error != 0)
		FAIL("expected 0 when asked again, got %s",
				ct_error(st.posix_stream_flush_error));
	PASS("EFBIG was reported once");
}
