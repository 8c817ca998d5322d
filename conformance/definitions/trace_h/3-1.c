/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * TYPE-4: <trace.h> defines size_t and the four types itself.
 *
 * Source: XBD <trace.h> DESCRIPTION; TRC; shall.
 *
 * Included first, with nothing before it but what its synopsis shows.
 */
#include <sys/types.h>
#include <time.h>
#include <trace.h>

static size_t size = sizeof(trace_attr_t) + sizeof(trace_id_t) +
	sizeof(trace_event_id_t);

#include "conftest.h"

static void test(void)
{
	if (size < 3)
		FAIL("expected three types of at least a byte each; the sum "
				"is %zu", size);
	PASS("<trace.h> defines size_t and its types");
}
