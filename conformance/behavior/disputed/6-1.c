/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * READ-6: posix_trace_clear() empties an APPEND log, or leaves what was
 * flushed.
 *
 * Source: XSH posix_trace_clear() DESCRIPTION; TRL; open.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid = ct_logging_for(100);
	int n;

	ct_fire(id, 1);
	ct_flush(trid);
	SETUP(posix_trace_clear(trid));
	SETUP(posix_trace_shutdown(trid));
	trid = ct_reopen();
	id = ct_type_in(trid, "conformance a");
	n = ct_count(ct_read, trid, id);
	ADVISORY("posix_trace_clear() %s an APPEND log",
			n == 0 ? "empties" : "leaves the events in");
}
