/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * READ-4: posix_trace_clear() makes the creation time anew, or keeps it.
 *
 * Source: XSH posix_trace_clear() DESCRIPTION, XSH 2.11.1 Trace Stream
 * Attributes; TRC; disputed.
 */
#include "conftest.h"

static void test(void)
{
	trace_id_t trid = ct_running(NULL);
	struct timespec before, after, now;
	trace_attr_t attr;

	SETUP(posix_trace_get_attr(trid, &attr));
	SETUP(posix_trace_attr_getcreatetime(&attr, &before));
	now = ct_in(0.05);
	CT_UNTIL(ct_ts_cmp(now, ct_in(0)) <= 0);
	SETUP(posix_trace_clear(trid));
	SETUP(posix_trace_get_attr(trid, &attr));
	SETUP(posix_trace_attr_getcreatetime(&attr, &after));
	ADVISORY("posix_trace_clear() %s the creation time",
			ct_ts_cmp(before, after) == 0 ? "keeps" : "renews");
}
