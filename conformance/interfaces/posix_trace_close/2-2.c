/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CLOSE-E1: EINVAL when trid is not a pre-recorded stream.
 *
 * Source: XSH posix_trace_close() DESCRIPTION, XSH posix_trace_close() ERRORS;
 * TRL; may.
 *
 * An active stream: EINVAL if there is an error at all; the list of errors
 * says only that it may be.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_id_t trid = ct_running(NULL);
	int err = posix_trace_close(trid);

	if (err != 0 && err != EINVAL)
		FAIL("expected EINVAL or 0, got %s", ct_error(err));
	if (err == EINVAL && ct_status(trid).posix_stream_status != POSIX_TRACE_RUNNING)
		FAIL("a close that failed stopped the stream");
	PASS("closing an active stream gave %s", ct_error(err));
}
