/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FE-1: the first error of a flush stays in posix_stream_flush_error until the
 * status is asked for.
 *
 * Source: XSH 2.11.1 posix_trace_status_info Structure, XSH
 * posix_trace_get_status() DESCRIPTION; TRL; shall.
 *
 * Also when later flushes of a LOOP log succeed, and it is reported once. The size
 * of files is limited by setrlimit(), SIGXFSZ is ignored.
 */
#define NEEDS (CT_LOG)
#include "conflarge.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid = ct_flush_too_large(id, POSIX_TRACE_LOOP);
	int i, reported;

	for (i = 0; i < 3; i++)
		ct_flush_well(trid, id, 1);
	reported = ct_status(trid).posix_stream_flush_error;
	if (reported != EFBIG)
		FAIL("expected posix_stream_flush_error EFBIG of an earlier "
				"flush, got %s", ct_error(reported));
	reported = ct_status(trid).posix_stream_flush_error;
	if (reported != 0)
		FAIL("expected it to be reported once, got %s", ct_error(reported));
	PASS("EFBIG was reported once, after three good flushes");
}
