/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * SHUT-E2: EFBIG or ENOSPC when the last flush finds no room for the events.
 *
 * Source: XSH posix_trace_shutdown() ERRORS; TRL; shall.
 *
 * The size of files is limited by setrlimit(), SIGXFSZ is ignored.
 */
#define NEEDS (CT_LOG)
#include "conflarge.h"

static void test(void)
{
	trace_id_t trid = ct_large_log(2500);
	int err;

	ct_fire_large(ct_type("conformance a"), 2500);
	err = ct_must_not_fit(trid, ct_limit_file(1 << 20));
	EXPECT(posix_trace_shutdown(trid), EINVAL);
	PASS("a flush of 2.5 MB with room for 1 MB gave %s", ct_error(err));
}
