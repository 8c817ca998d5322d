/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * ORD-1: events come oldest first, in the order in which they were
 * generated.
 *
 * Source: XSH posix_trace_getnext_event() DESCRIPTION; TRC; shall.
 *
 * FILTER has its place by its stamp.
 */
#define NEEDS (CT_FILTER)
#include "confstamp.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid = ct_stream_for(10, 10);
	int filters;

	SETUP(posix_trace_start(trid));
	ct_change_filter(trid, id);
	SETUP(posix_trace_stop(trid));
	filters = ct_stamped_filters(ct_try, trid);
	if (filters != 3)
		FAIL("expected three FILTERs, got %d", filters);
	PASS("the stamps of three FILTERs are between those of other events");
}
