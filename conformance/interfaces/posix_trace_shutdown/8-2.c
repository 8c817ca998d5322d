/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * SHUT-E2: EFBIG or ENOSPC when the last flush finds no room for the events.
 *
 * Source: XSH posix_trace_shutdown() ERRORS; TRL; shall.
 *
 * The log has had a flush for which there was room.
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
	int i, err;

	signal(SIGXFSZ, SIG_IGN);
	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, 1000, 1024);
	SETUP(posix_trace_attr_setlogfullpolicy(&attr, POSIX_TRACE_APPEND));
	ct_room(&attr, 1000, 1024);
	trid = ct_logging(&attr, ct_file());
	for (i = 0; i < 100; i++)
		posix_trace_event(id, data, sizeof(data));
	ct_flush(trid);
	SYSTEM(stat(ct_path, &st));
	if (st.st_size > 1 << 20)
		UNTESTED("the file of the log has %ld bytes after 100 events",
				(long)st.st_size);
	limit.rlim_cur = limit.rlim_max = (rlim_t)st.st_size + (1 << 18);
	SYSTEM(setrlimit(RLIMIT_FSIZE, &limit));
	for (i = 0; i < 1000; i++)
		posix_trace_event(id, data, sizeof(data));
	err = posix_trace_shutdown(trid);
	SYSTEM(stat(ct_path, &st));
	if (err == 0 && st.st_size > (off_t)limit.rlim_cur)
		UNTESTED("another process wrote the log past this one's limit");
	if (err != EFBIG && err != ENOSPC)
		FAIL("expected EFBIG or ENOSPC, got %s", ct_error(err));
	PASS("a flush of 1 MB with room for 256 KB gave %s", ct_error(err));
}
