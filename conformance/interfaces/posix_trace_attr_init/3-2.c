/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * AINIT-5: one attributes object serves for any number of streams.
 *
 * Source: XSH posix_trace_attr_init() DESCRIPTION; TRC; shall.
 *
 * The same object makes a stream after an earlier one has been shut down.
 */
#include "conftest.h"

static void test(void)
{
	trace_id_t trid;
	trace_attr_t attr;
	int i;

	ct_attr(&attr, POSIX_TRACE_LOOP, 10, 32);
	for (i = 0; i < 20; i++) {
		trid = ct_running(&attr);
		EXPECT(posix_trace_shutdown(trid), 0);
	}
	PASS("one object made twenty streams in turn");
}
