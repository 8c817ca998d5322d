/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FLUSH-6: a flush is allowed whether the stream runs or not, and does not start or
 * stop it.
 *
 * Source: XSH posix_trace_flush() DESCRIPTION; TRL; derived.
 *
 * The events of one that was stopped are in its log: those that overwrite them
 * afterwards take nothing away.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_event_id_t later = ct_type("conformance b");
	trace_attr_t attr;
	trace_id_t trid;
	int i, n;

	ct_attr(&attr, POSIX_TRACE_LOOP, 20, 64);
	SETUP(posix_trace_attr_setlogfullpolicy(&attr, POSIX_TRACE_APPEND));
	ct_room(&attr, 20, 64);
	trid = ct_logging(&attr, ct_file());
	for (i = 0; i < 20; i++)
		ct_fire(id, i);
	SETUP(posix_trace_stop(trid));
	ct_flush(trid);
	SETUP(posix_trace_start(trid));
	n = ct_fill(trid, later, 64);
	for (i = 0; i < n + 100; i++)
		ct_fire(later, i);
	SETUP(posix_trace_shutdown(trid));
	trid = ct_reopen();
	n = ct_count(ct_read, trid, ct_type_in(trid, "conformance a"));
	if (n != 20)
		FAIL("expected the 20 events of before the flush, got %d", n);
	PASS("the flush of a stopped stream has stored its events");
}
