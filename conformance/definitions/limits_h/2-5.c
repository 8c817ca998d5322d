/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * LIM-4: a limit macro, where <limits.h> defines it, is not below its
 * minimum, and sysconf() is not more restrictive than the macro.
 *
 * Source: XBD <limits.h> Runtime Invariant Values (Possibly Indeterminate),
 * XSH sysconf() RETURN VALUE; TRC; shall.
 *
 * A macro that is left out of <limits.h> must have its value asked of
 * sysconf, and an indeterminate one leaves errno alone.
 */
#include "conftest.h"

static void test(void)
{
	static const int names[] = {
		_SC_TRACE_EVENT_NAME_MAX, _SC_TRACE_NAME_MAX,
		_SC_TRACE_SYS_MAX, _SC_TRACE_USER_EVENT_MAX,
	};
	size_t i;

	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		errno = 0;
		if (sysconf(names[i]) == -1 && errno != 0)
			FAIL("expected sysconf to know the limit %zu of the "
					"four; errno is %s",
					i, ct_error(errno));
	}
	PASS("sysconf knows the four limits of tracing");
}
