/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FLUSH-E3: ENOSPC without room on the device.
 *
 * Source: XSH posix_trace_flush() ERRORS; TRL; shall.
 *
 * Another file has taken all the room before.
 */
#define NEEDS (CT_LOG)
#define ALONE 1
#include "confsmall.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	unsigned long long room = ct_small_room(), bytes;
	trace_id_t trid = ct_small_stream();
	int err;

	ct_small_filler();
	err = ct_small_log(trid, id, room, &bytes);
	if (err != ENOSPC)
		FAIL("expected ENOSPC in a file system without room, got %s",
				ct_error(err));
	PASS("a flush of %llu bytes, without room, gave ENOSPC", bytes);
}
