/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * TGET-2: without an event the call waits until CLOCK_REALTIME reaches
 * abstime, and gives ETIMEDOUT.
 *
 * Source: XSH posix_trace_timedgetnext_event() DESCRIPTION, XSH
 * posix_trace_timedgetnext_event() ERRORS; TRC; shall.
 *
 * Also when the stream is cleared meanwhile: an event that comes then ends the wait.
 */
#include "confwait.h"

/* Wait for event 5 of a stream.  Returns the error, or -1 for none without event. */
static int wait_in(trace_id_t trid)
{
	struct posix_trace_event_info info;
	struct timespec late = ct_in(CT_PATIENCE);
	int number, none, err;
	size_t len;

	do {
		number = 0;
		err = posix_trace_timedgetnext_event(trid, &info, &number,
				sizeof(number), &len, &none, &late);
		if (err == 0 && none)
			return -1;
	} while (err == EINTR || (err == 0 && number != 5));
	return err;
}

static void test(void)
{
	int result = ct_clear_beside(wait_in);

	if (result == -1)
		FAIL("expected the event after the clear, got none");
	if (result != 0)
		FAIL("expected the event after the clear, got %s",
				ct_error(result));
	PASS("the reader went on waiting, and got the event after the clear");
}
