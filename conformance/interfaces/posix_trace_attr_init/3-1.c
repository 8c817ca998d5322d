/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * AINIT-5: one attributes object serves for any number of streams.
 *
 * Source: XSH posix_trace_attr_init() DESCRIPTION; TRC; shall.
 */
#include "conftest.h"

static void test(void)
{
	trace_id_t trid[3];
	trace_attr_t attr;
	int i;

	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, 10, 32);
	for (i = 0; i < 3; i++)
		CREATES(posix_trace_create(0, &attr, &trid[i]));
	for (i = 0; i < 3; i++) {
		trace_attr_t got;
		int policy = -1;

		SETUP(posix_trace_get_attr(trid[i], &got));
		SETUP(posix_trace_attr_getstreamfullpolicy(&got, &policy));
		if (policy != POSIX_TRACE_UNTIL_FULL)
			FAIL("expected UNTIL_FULL in stream %d, got %d", i, policy);
	}
	PASS("three streams have the policy of one object");
}
