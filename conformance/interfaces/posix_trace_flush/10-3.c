/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FLUSH-E3: ENOSPC without room on the device.
 *
 * Source: XSH posix_trace_flush() ERRORS; TRL; shall.
 *
 * Each flush that finds no room gives it, not the first only.
 */
#define NEEDS (CT_LOG)
#define ALONE 1
#include "confsmall.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	unsigned long long room = ct_small_room(), bytes;
	trace_id_t trid = ct_small_stream();
	int i, err;

	for (i = 0; i < 3; i++) {
		err = ct_small_log(trid, id, room, &bytes);
		if (err != ENOSPC)
			FAIL("expected ENOSPC from flush %d that found no room, "
					"got %s", i + 1, ct_error(err));
	}
	PASS("three flushes without room gave ENOSPC");
}
