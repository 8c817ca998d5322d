/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * SHUT-6: the log has all that can be asked later: attributes, event types
 * and their names, and the status.
 *
 * Source: XSH posix_trace_shutdown() DESCRIPTION; TRL; shall.
 *
 * The attributes are those of the stream.
 */
#define NEEDS (CT_INHERIT | CT_LOG)
#include "confattr.h"

static void test(void)
{
	trace_attr_t attr, first, again;
	trace_id_t trid;
	size_t m = 1, n = 2;	/* unless they are written */
	int i = 1, k = 2;

	ct_unusual(&attr);
	SETUP(posix_trace_attr_setlogfullpolicy(&attr, POSIX_TRACE_UNTIL_FULL));
	SETUP(posix_trace_attr_setlogsize(&attr, 123456));
	trid = ct_logging(&attr, ct_file());
	ct_fire(ct_type("conformance a"), 1);
	SETUP(posix_trace_get_attr(trid, &first));
	EXPECT(posix_trace_shutdown(trid), 0);
	SETUP(posix_trace_get_attr(ct_reopen(), &again));
	ct_same_attr(&first, &again);
	SETUP(posix_trace_attr_getlogsize(&first, &m));
	SETUP(posix_trace_attr_getlogsize(&again, &n));
	ct_same("log-max-size", m, n);
	SETUP(posix_trace_attr_getlogfullpolicy(&first, &i));
	SETUP(posix_trace_attr_getlogfullpolicy(&again, &k));
	ct_same("log-full-policy", (unsigned int)i, (unsigned int)k);
	PASS("seven attributes in the log are those of the stream");
}
