/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * GATTR-E1: EINVAL when trid is neither an active stream nor a log.
 *
 * Source: XSH posix_trace_get_attr() ERRORS; TRC; shall.
 *
 * A log that has been closed.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_attr_t attr;
	trace_id_t trid = ct_made_log(ct_type("conformance a"), 1);

	SETUP(posix_trace_close(trid));
	EXPECT(posix_trace_get_attr(trid, &attr), EINVAL);
	PASS("a closed log gave EINVAL");
}
