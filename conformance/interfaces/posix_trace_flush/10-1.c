/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FLUSH-E3: ENOSPC without room on the device.
 *
 * Source: XSH posix_trace_flush() ERRORS; TRL; shall.
 */
#define NEEDS (CT_LOG)
#define ALONE 1
#include "confsmall.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	unsigned long long room = ct_small_room(), bytes;
	int err = ct_small_log(ct_small_stream(), id, room, &bytes);

	if (err != ENOSPC)
		FAIL("expected ENOSPC for %llu bytes of data in a file system "
				"of %llu, got %s", bytes, room, ct_error(err));
	PASS("%llu bytes of data in a file system of %llu gave ENOSPC", bytes,
			room);
}
