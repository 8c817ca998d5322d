/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FE-1: the first error of a flush stays in posix_stream_flush_error until
 * the status is asked for.
 *
 * Source: XSH 2.11.1 posix_trace_status_info Structure, XSH
 * posix_trace_get_status() DESCRIPTION; TRL; shall.
 *
 * Without an error it is 0.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid = ct_logging(NULL, ct_file());
	struct posix_trace_status_info st;
	int i;

	for (i = 0; i < 5; i++) {
		ct_fire(id, i);
		SETUP(posix_trace_flush(trid));
		do {
			st = ct_status(trid);
			if (st.posix_stream_flush_error != 0)
				FAIL("expected 0, got %s",
						ct_error(st.posix_stream_flush_error));
		} while (st.posix_stream_flush_status == POSIX_TRACE_FLUSHING);
	}
	PASS("five flushes left no error");
}
