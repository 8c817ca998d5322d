/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * READ-29: FLUSH_START is recorded for a flush of a stream that is suspended,
 * or not, since the stream takes no events.
 *
 * Source: XSH 2.11.2 System Trace Event Type Definitions, XSH 2.11.1
 * posix_trace_status_info Structure; TRL; disputed.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid = ct_logging_for(100);

	ct_fire(id, 1);
	SETUP(posix_trace_stop(trid));
	ct_flush(trid);
	SETUP(posix_trace_shutdown(trid));
	ADVISORY("FLUSH_START %s for a flush of a suspended stream",
			ct_find(ct_read, ct_reopen(), &ev,
				POSIX_TRACE_FLUSH_START) ?
			"is recorded" : "is not recorded");
}
