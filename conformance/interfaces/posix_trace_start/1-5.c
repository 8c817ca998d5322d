/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * START-1: starting a suspended stream that is not full makes it RUNNING and
 * records a START event.
 *
 * Source: XSH posix_trace_start() DESCRIPTION, XSH 2.11.2 System Trace Event
 * Type Definitions; TRC; shall.
 *
 * Events recorded from then on are in the stream.
 */
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid = ct_stream_for(50, 4);
	int i, n;

	EXPECT(posix_trace_start(trid), 0);
	for (i = 0; i < 50; i++)
		ct_fire(id, i);
	n = ct_count(ct_try, trid, id);
	if (n != 50)
		FAIL("expected 50 events after the start, got %d", n);
	PASS("50 events were recorded after the start");
}
