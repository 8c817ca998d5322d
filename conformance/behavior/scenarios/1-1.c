/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EX-1: a controller with nothing but defaults, which does not stop its
 * stream itself, leaves a valid log.
 *
 * Source: XRAT B.2.11 Trace Operation Control; TRL; derived.
 */
#define NEEDS (CT_LOG)
#include "confscene.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid;
	int fd = ct_file(), n;

	EXPECT(posix_trace_attr_init(&attr), 0);
	CREATES(posix_trace_create_withlog(getpid(), &attr, fd, &trid));
	EXPECT(posix_trace_attr_destroy(&attr), 0);
	EXPECT(posix_trace_start(trid), 0);
	for (n = 0; n < 10; n++)
		ct_fire(id, n);
	EXPECT(posix_trace_shutdown(trid), 0);
	close(fd);
	ct_must_have_ten("conformance a", getpid());
	PASS("the simplest controller left a log");
}
