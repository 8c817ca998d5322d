/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * READ-19: posix_trace_flush() has flushed when it returns, so that it can
 * give its errors, or has only begun.
 *
 * Source: XSH posix_trace_flush() DESCRIPTION, XSH posix_trace_flush() ERRORS;
 * TRL; disputed.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid = ct_logging_for(1000);
	int i;

	for (i = 0; i < 1000; i++)
		ct_fire(id, i);
	SETUP(posix_trace_flush(trid));
	ADVISORY("posix_trace_flush() has %s when it returns",
			ct_status(trid).posix_stream_flush_status ==
			POSIX_TRACE_FLUSHING ? "only begun" : "flushed");
}
