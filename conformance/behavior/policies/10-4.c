/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * UF-3: an event for which a running stream has no room is lost, and sets
 * OVERRUN.
 *
 * Source: XSH 2.11.1 posix_trace_status_info Structure; TRC; shall.
 *
 * An event that is filtered is not generated.
 */
#define NEEDS (CT_FILTER)
#include "confoverrun.h"

static void fill(trace_id_t trid, trace_event_id_t id)
{
	ct_fill(trid, id, 64);
}

static void test(void)
{
	ct_must_not_overrun(POSIX_TRACE_UNTIL_FULL, fill);
	PASS("100 events that are filtered are no overrun");
}
