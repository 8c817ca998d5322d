/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EX-1: a controller with nothing but defaults, which does not stop its
 * stream itself, leaves a valid log.
 *
 * Source: XRAT B.2.11 Trace Operation Control; TRL; derived.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	struct posix_trace_status_info status;
	static struct ct_event ev;
	trace_attr_t attr;
	trace_id_t trid;
	int fd = ct_file(), n, told;

	EXPECT(posix_trace_attr_init(&attr), 0);
	EXPECT(posix_trace_create_withlog(getpid(), &attr, fd, &trid), 0);
	EXPECT(posix_trace_attr_destroy(&attr), 0);
	EXPECT(posix_trace_start(trid), 0);
	for (n = 0; n < 10; n++)
		ct_fire(id, n);
	EXPECT(posix_trace_shutdown(trid), 0);
	close(fd);
	trid = ct_reopen();
	id = ct_type_in(trid, "conformance a");
	status = ct_status(trid);
	n = 0;
	/* How much a default stream holds is not said, but that it lost events
	 * is, or that it was full and stopped, which has a number. */
	told = status.posix_stream_overrun_status == POSIX_TRACE_OVERRUN ||
		status.posix_log_overrun_status == POSIX_TRACE_OVERRUN;
	while (ct_read(trid, &ev)) {
		n += ct_is(trid, &ev, id) != 0;
		told |= ct_is(trid, &ev, POSIX_TRACE_STOP) &&
			ct_number(&ev) != 0;
	}
	if (n > 10 || (n < 10 && !told))
		FAIL("expected ten events in the log, got %d and no word of "
				"others", n);
	PASS("the simplest controller left a log");
}
