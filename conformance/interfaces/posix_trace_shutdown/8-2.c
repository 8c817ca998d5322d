/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * SHUT-E2: EFBIG or ENOSPC when the last flush finds no room for the events.
 *
 * Source: XSH posix_trace_shutdown() ERRORS; TRL; shall.
 *
 * The log has had a flush for which there was room.
 */
#define NEEDS (CT_LOG)
#include "conflarge.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid = ct_large_log(1000);
	rlim_t limit;
	int err;

	ct_fire_large(id, 100);
	ct_flush(trid);
	limit = ct_limit_file(1 << 18);
	ct_fire_large(id, 1000);
	err = ct_must_not_fit(trid, limit);
	PASS("a flush of 1 MB with room for 256 KB gave %s", ct_error(err));
}
