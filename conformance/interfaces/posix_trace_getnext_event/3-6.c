/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * GET-3: on an active stream without an event the call waits for one, also
 * when the stream does not run.
 *
 * Source: XSH posix_trace_getnext_event() DESCRIPTION; TRC; shall.
 *
 * Also when the stream is cleared meanwhile.
 */
#include "confwait.h"

/* Wait for event 5 of a stream.  Returns the error, or -1 for none without event. */
static int wait_in(trace_id_t trid)
{
	struct posix_trace_event_info info;
	int number, none, err;
	size_t len;

	do {
		number = 0;
		err = posix_trace_getnext_event(trid, &info, &number,
				sizeof(number), &len, &none);
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
