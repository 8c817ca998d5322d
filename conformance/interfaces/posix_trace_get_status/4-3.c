/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * STAT-4: the status of a pre-recorded stream is that of the completed
 * stream, and asking does not reset it.
 *
 * Source: XSH posix_trace_get_status() DESCRIPTION; TRL; shall.
 *
 * Reading does not change it.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	struct posix_trace_status_info one, two;
	trace_id_t trid = ct_made_log(id, 5);

	id = ct_type_in(trid, "conformance a");
	EXPECT(posix_trace_get_status(trid, &one), 0);
	if (ct_count(ct_read, trid, id) != 5)
		FAIL("expected five events");
	EXPECT(posix_trace_get_status(trid, &two), 0);
	if (one.posix_stream_status != two.posix_stream_status ||
	    one.posix_stream_full_status != two.posix_stream_full_status ||
	    one.posix_log_full_status != two.posix_log_full_status)
		FAIL("reading changed the status of the log");
	PASS("reading left the status of the log alone");
}
