/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FE-1: the first error of a flush stays in posix_stream_flush_error until the
 * status is asked for.
 *
 * Source: XSH 2.11.1 posix_trace_status_info Structure, XSH
 * posix_trace_get_status() DESCRIPTION; TRL; shall.
 *
 * Also when a later flush is good: there is room in the file again. The size
 * of files is limited by setrlimit(), SIGXFSZ is ignored.
 */
#define NEEDS (CT_LOG)
#include "conflarge.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid = ct_flush_too_large(id, POSIX_TRACE_APPEND);
	int reported;

	ct_flush_well(trid, id, 100);
	reported = ct_status(trid).posix_stream_flush_error;
	if (reported != EFBIG)
		FAIL("expected posix_stream_flush_error EFBIG of the earlier "
				"flush, got %s", ct_error(reported));
	PASS("EFBIG was reported after a good flush");
}
