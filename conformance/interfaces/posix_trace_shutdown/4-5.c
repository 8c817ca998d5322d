/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * SHUT-4: threads blocked in a read wake up and return EINVAL.
 *
 * Source: XSH posix_trace_shutdown() DESCRIPTION; TRC; shall.
 *
 * Those that wait for events of another stream go on.
 */
#include "confwait.h"

/* Wait for event 5 of a stream. */
static int wait_in(trace_id_t trid)
{
	struct posix_trace_event_info info;
	int number, none, err;
	size_t len;

	do {
		number = 0;
		err = posix_trace_getnext_event(trid, &info, &number,
				sizeof(number), &len, &none);
	} while (err == EINTR || (err == 0 && number != 5));
	return err;
}

static void test(void)
{
	int ended, other;

	ct_shutdown_beside(wait_in, &ended, &other);
	if (ended != EINVAL || other != 0)
		FAIL("expected EINVAL and, of another stream, 0, got %s and %s",
				ct_error(ended), ct_error(other));
	PASS("the reader of another stream got its event");
}
