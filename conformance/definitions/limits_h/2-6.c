/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * LIM-4: a limit macro, where <limits.h> defines it, is not below its
 * minimum, and sysconf() is not more restrictive than the macro.
 *
 * Source: XBD <limits.h> Runtime Invariant Values (Possibly Indeterminate),
 * XSH sysconf() RETURN VALUE; TRC; shall.
 *
 * The values are asked before, during and after the use of a stream.
 */
#include "conftest.h"

static void test(void)
{
	static const int names[] = {
		_SC_TRACE_EVENT_NAME_MAX, _SC_TRACE_NAME_MAX,
		_SC_TRACE_SYS_MAX, _SC_TRACE_USER_EVENT_MAX,
	};
	long before[4];
	trace_id_t trid;
	int i;

	for (i = 0; i < 4; i++)
		before[i] = sysconf(names[i]);
	ct_type("conformance limit");
	trid = ct_running(NULL);
	for (i = 0; i < 4; i++)
		if (sysconf(names[i]) != before[i])
			FAIL("limit %d changed from %ld to %ld while a stream ran",
					i, before[i], sysconf(names[i]));
	SETUP(posix_trace_shutdown(trid));
	for (i = 0; i < 4; i++)
		if (sysconf(names[i]) != before[i])
			FAIL("limit %d changed from %ld to %ld after shutdown",
					i, before[i], sysconf(names[i]));
	PASS("the four limits kept their values");
}
