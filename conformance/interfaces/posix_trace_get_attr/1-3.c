/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * GATTR-1: the attributes of an active stream, or of the log of a
 * pre-recorded one, are copied.
 *
 * Source: XSH posix_trace_get_attr() DESCRIPTION; TRC; shall.
 *
 * A running stream and a stopped one.
 */
#include "conftest.h"

static void test(void)
{
	trace_attr_t attr;
	trace_id_t trid = ct_running(NULL);

	EXPECT(posix_trace_get_attr(trid, &attr), 0);
	SETUP(posix_trace_stop(trid));
	EXPECT(posix_trace_get_attr(trid, &attr), 0);
	PASS("the attributes can be got in every state");
}
