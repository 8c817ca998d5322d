/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * START-3: starting a stream that is full records nothing, leaves the status
 * and gives 0.
 *
 * Source: XSH posix_trace_start() DESCRIPTION; TRC; shall.
 *
 * An UNTIL_FULL stream that has stopped by itself.
 */
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	static struct ct_event ev;
	trace_attr_t attr;
	trace_id_t trid;
	int i, starts = 0, n;

	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, 20, 64);
	trid = ct_running(&attr);
	n = ct_fill(trid, id, 64);
	for (i = 0; i < 16; i++)
		ct_fire(id, n + i);
	EXPECT(posix_trace_start(trid), 0);
	if (ct_status(trid).posix_stream_full_status != POSIX_TRACE_FULL ||
	    ct_status(trid).posix_stream_status != POSIX_TRACE_SUSPENDED)
		FAIL("expected SUSPENDED and FULL after starting a full "
				"stream, got %d and %d",
				ct_status(trid).posix_stream_status,
				ct_status(trid).posix_stream_full_status);
	/* Up to the automatic STOP there is one START, the first. */
	while (ct_try(trid, &ev) && !ct_is(trid, &ev, POSIX_TRACE_STOP))
		starts += ct_is(trid, &ev, POSIX_TRACE_START) != 0;
	if (starts != 1)
		FAIL("expected one START before the automatic STOP, got %d", starts);
	PASS("starting a full stream changed nothing");
}
