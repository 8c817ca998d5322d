/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CLEAR-4: the stream is as if just created, so with the attributes that it was
 * created with.
 *
 * Source: XSH posix_trace_clear() DESCRIPTION; TRC; shall.
 *
 * They are in the log.
 */
#define NEEDS (CT_INHERIT | CT_LOG)
#include "confattr.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr, first, again;
	trace_id_t trid;
	size_t m = 1, n = 2;	/* unless they are written */

	ct_unusual(&attr);
	SETUP(posix_trace_attr_setlogsize(&attr, 123456));
	trid = ct_logging(&attr, ct_file());
	ct_fire(id, 1);
	SETUP(posix_trace_get_attr(trid, &first));
	EXPECT(posix_trace_clear(trid), 0);
	ct_fire(id, 2);
	SETUP(posix_trace_shutdown(trid));
	SETUP(posix_trace_get_attr(ct_reopen(), &again));
	ct_same_attr(&first, &again);
	SETUP(posix_trace_attr_getlogsize(&first, &m));
	SETUP(posix_trace_attr_getlogsize(&again, &n));
	ct_same("log-max-size", m, n);
	PASS("six attributes in the log are those of before");
}
