/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EVENT-2: without a stream, in a stream that does not run, and for a type
 * that is filtered the call has no effect.
 *
 * Source: XSH posix_trace_event() DESCRIPTION; TRC; shall.
 *
 * Nor do events that are filtered count as lost.
 */
#define NEEDS (CT_FILTER)
#include "confoverrun.h"

static void fill(trace_id_t trid, trace_event_id_t id)
{
	(void)trid;
	ct_fire(id, 0);
}

static void test(void)
{
	ct_must_not_overrun(POSIX_TRACE_LOOP, fill);
	PASS("100 events that are filtered are no overrun");
}
