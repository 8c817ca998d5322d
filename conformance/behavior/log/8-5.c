/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FE-1: the first error of a flush stays in posix_stream_flush_error until the
 * status is asked for.
 *
 * Source: XSH 2.11.1 posix_trace_status_info Structure, XSH
 * posix_trace_get_status() DESCRIPTION; TRL; shall.
 *
 * In the status of the log, if nobody has asked.  The size of files is limited by
 * setrlimit(), SIGXFSZ is ignored.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"
#include <sys/resource.h>

static void test(void)
{
	static unsigned char data[1024];
	trace_event_id_t id = ct_type("conformance a");
	struct rlimit limit;
	trace_attr_t attr;
	trace_id_t trid;
	rlim_t unlimited;
	int i, round, err = 0, reported;

	signal(SIGXFSZ, SIG_IGN);
	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, 200, sizeof(data));
	SETUP(posix_trace_attr_setlogfullpolicy(&attr, POSIX_TRACE_LOOP));
	SETUP(posix_trace_attr_setlogsize(&attr, (size_t)4 << 20));
	ct_room(&attr, 200, sizeof(data));
	trid = ct_logging(&attr, ct_file());
	SYSTEM(getrlimit(RLIMIT_FSIZE, &limit));
	unlimited = limit.rlim_cur;
	limit.rlim_cur = (1 << 20) + 4096;
	SYSTEM(setrlimit(RLIMIT_FSIZE, &limit));
	for (round = 0; round < 20 && err == 0; round++) {
		for (i = 0; i < 100; i++)
			posix_trace_event(id, data, sizeof(data));
		err = posix_trace_flush(trid);
	}
	limit.rlim_cur = unlimited;
	SYSTEM(setrlimit(RLIMIT_FSIZE, &limit));
	if (err != EFBIG)
		UNTESTED("posix_trace_flush() gave %s", ct_error(err));
	for (round = 0; round < 3; round++) {
		posix_trace_event(id, data, sizeof(data));
		err = posix_trace_flush(trid);
		if (err != 0)
			UNTESTED("posix_trace_flush() still gives %s",
					ct_error(err));
	}
	/* It may give the same error, which nobody has asked for. */
	err = posix_trace_shutdown(trid);
	if (err != 0 && err != EFBIG)
		UNTESTED("posix_trace_shutdown() gave %s",
				ct_error(err));
	if (posix_trace_open(SYSTEM(open(ct_path, O_RDONLY)), &trid) != 0)
		UNTESTED("the log of a shutdown with %s cannot be opened",
				ct_error(err));
	reported = ct_status(trid).posix_stream_flush_error;
	if (reported != EFBIG)
		FAIL("expected posix_stream_flush_error EFBIG in the log, got %s",
				ct_error(reported));
	PASS("the log says that a flush gave EFBIG");
}
