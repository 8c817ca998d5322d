/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FLUSH-6: a flush is allowed whether the stream runs or not, and does not
 * start or stop it.
 *
 * Source: XSH posix_trace_flush() DESCRIPTION; TRL; derived.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid = ct_logging(NULL, ct_file());
	int n;

	ct_fire(id, 1);
	SETUP(posix_trace_stop(trid));
	ct_flush(trid);
	if (ct_status(trid).posix_stream_status != POSIX_TRACE_SUSPENDED)
		FAIL("expected SUSPENDED after the flush, got %d",
				ct_status(trid).posix_stream_status);
	ct_fire(id, 2);
	SETUP(posix_trace_shutdown(trid));
	trid = ct_reopen();
	id = ct_type_in(trid, "conformance a");
	n = ct_count(ct_read, trid, id);
	if (n != 1)
		FAIL("expected the one event before the stop in the log, got %d", n);
	PASS("the stopped stream stays stopped");
}
