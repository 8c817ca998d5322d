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
#include "conflarge.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid = ct_flush_too_large(id, POSIX_TRACE_LOOP);
	int i, err, reported;

	for (i = 0; i < 3; i++)
		ct_flush_well(trid, id, 1);
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
