/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EX-2: a controller that opens its log for writing only, filters, and
 * leaves uninteresting code out.
 *
 * Source: XRAT B.2.11 Trace Operation Control; TRL; derived.
 */
#define NEEDS (CT_FILTER | CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_event_id_t good = ct_type("conformance good");
	trace_event_id_t dull = ct_type("conformance dull");
	static struct ct_event ev;
	trace_event_set_t set;
	trace_attr_t attr;
	trace_id_t trid;
	int fd, sum = 0, dulls = 0;

	close(ct_file());
	fd = SYSTEM(open(ct_path, O_WRONLY | O_CREAT | O_TRUNC, 0600));
	ct_init(&attr);
	CREATES(posix_trace_create_withlog(getpid(), &attr, fd, &trid));
	EXPECT(posix_trace_eventset_empty(&set), 0);
	EXPECT(posix_trace_eventset_add(dull, &set), 0);
	EXPECT(posix_trace_set_filter(trid, &set, POSIX_TRACE_SET_EVENTSET), 0);
	EXPECT(posix_trace_start(trid), 0);
	ct_fire(good, 1);
	ct_fire(dull, 2);
	EXPECT(posix_trace_stop(trid), 0);
	ct_fire(good, 4);
	EXPECT(posix_trace_start(trid), 0);
	EXPECT(posix_trace_set_filter(trid, &set, POSIX_TRACE_SUB_EVENTSET), 0);
	ct_fire(dull, 8);
	EXPECT(posix_trace_stop(trid), 0);
	EXPECT(posix_trace_get_attr(trid, &attr), 0);
	EXPECT(posix_trace_shutdown(trid), 0);
	EXPECT(posix_trace_attr_destroy(&attr), 0);
	close(fd);
	trid = ct_reopen();
	good = ct_type_in(trid, "conformance good");
	dull = ct_type_in(trid, "conformance dull");
	while (ct_read(trid, &ev)) {
		if (ct_is(trid, &ev, good))
			sum += ct_number(&ev);
		if (ct_is(trid, &ev, dull))
			dulls += ct_number(&ev);
	}
	if (sum != 1 || dulls != 8)
		FAIL("expected the numbers 1 and 8, got %d and %d", sum, dulls);
	PASS("the log has just what was asked for");
}
