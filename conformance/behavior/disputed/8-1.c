/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * READ-8: posix_trace_event(), which has no errors, leaves errno alone, as a
 * handler would like it, or may change it, as every function may.
 *
 * Source: XSH posix_trace_event() RETURN VALUE, XSH 2.3 Error Numbers; TRC;
 * disputed.
 */
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	int i;

	ct_attr(&attr, POSIX_TRACE_LOOP, 20, 16);
	ct_running(&attr);
	for (i = 0; i < 1000; i++) {
		errno = ERANGE;
		ct_fire(id, i);
		if (errno != ERANGE)
			ADVISORY("posix_trace_event() changed errno to %s",
					ct_error(errno));
	}
	ADVISORY("posix_trace_event() leaves errno as it is");
}
