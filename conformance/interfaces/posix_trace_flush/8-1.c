/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FLUSH-E2: EFBIG when the log would be larger than files may be.
 *
 * Source: XSH posix_trace_flush() ERRORS; TRL; shall.
 *
 * The size of files is limited by setrlimit(), SIGXFSZ is ignored. A flush
 * that goes on by itself may report it in the status.
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
	struct stat st;
	struct posix_trace_status_info status;
	int i, round, err = 0;

	signal(SIGXFSZ, SIG_IGN);
	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, 200, 1024);
	SETUP(posix_trace_attr_setlogfullpolicy(&attr, POSIX_TRACE_APPEND));
	ct_room(&attr, 200, 1024);
	trid = ct_logging(&attr, ct_file());
	limit.rlim_cur = limit.rlim_max = (1 << 20) + 4096;
	SYSTEM(setrlimit(RLIMIT_FSIZE, &limit));
	for (round = 0; round < 20 && err == 0; round++) {
		for (i = 0; i < 100; i++)
			posix_trace_event(id, data, sizeof(data));
		err = posix_trace_flush(trid);
		do {
			status = ct_status(trid);
			if (err == 0)
				err = status.posix_stream_flush_error;
		} while (status.posix_stream_flush_status ==
				POSIX_TRACE_FLUSHING);
	}
	SYSTEM(stat(ct_path, &st));
	if (err == 0 && st.st_size > (off_t)limit.rlim_cur)
		UNTESTED("another process wrote the log past this one's limit");
	if (err != EFBIG)
		FAIL("expected EFBIG for 2 MB in a file of 1 MB, got "
				"%s", ct_error(err));
	PASS("flush %d gave EFBIG", round);
}
