/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FE-1: the first error of a flush stays in posix_stream_flush_error until the
 * status is asked for.
 *
 * Source: XSH 2.11.1 posix_trace_status_info Structure, XSH
 * posix_trace_get_status() DESCRIPTION; TRL; shall.
 *
 * In the status of the log, if nobody has asked.  Another file has taken all the room
 * of the device, and gives it back.
 */
#define NEEDS (CT_LOG)
#define ALONE 1
#include "confsmall.h"

static void fire(trace_event_id_t id, int n)
{
	static unsigned char data[1024];

	while (n-- > 0)
		posix_trace_event(id, data, sizeof(data));
}

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	unsigned long long room = ct_small_room();
	trace_id_t trid = ct_small_stream();
	char log[512];
	int filler, err = 0, reported;
	unsigned long long bytes;

	snprintf(log, sizeof(log), "%s", ct_path);
	filler = ct_small_filler();
	for (bytes = 0; bytes < 2 * room && err == 0; bytes += 100 * 1024) {
		fire(id, 100);
		err = posix_trace_flush(trid);
	}
	if (err != ENOSPC)
		UNTESTED("posix_trace_flush() gave %s", ct_error(err));
	SYSTEM(ftruncate(filler, 0));
	fire(id, 1);
	err = posix_trace_flush(trid);
	if (err != 0)
		UNTESTED("posix_trace_flush() still gives %s", ct_error(err));
	/* It may give the same error, which nobody has asked for. */
	err = posix_trace_shutdown(trid);
	if (err != 0 && err != ENOSPC)
		UNTESTED("posix_trace_shutdown() gave %s", ct_error(err));
	if (posix_trace_open(SYSTEM(open(log, O_RDONLY)), &trid) != 0)
		UNTESTED("the log of a shutdown with %s cannot be opened",
				ct_error(err));
	reported = ct_status(trid).posix_stream_flush_error;
	if (reported != ENOSPC)
		FAIL("expected posix_stream_flush_error ENOSPC in the log, got %s",
				ct_error(reported));
	PASS("the log says that a flush gave ENOSPC");
}
