/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * STAT-E1: EINVAL when trid is not a stream of the caller.
 *
 * Source: XSH posix_trace_get_status() ERRORS; TRC; shall.
 *
 * A log that has been closed.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	struct posix_trace_status_info st;
	trace_id_t trid = ct_made_log(ct_type("conformance a"), 1);

	SETUP(posix_trace_close(trid));
	EXPECT(posix_trace_get_status(trid, &st), EINVAL);
	PASS("a closed log gave EINVAL");
}
