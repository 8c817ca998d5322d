/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * GET-E1: EINVAL when trid is not a stream of the caller.
 *
 * Source: XSH posix_trace_getnext_event() ERRORS; TRC; shall.
 *
 * A log that has been closed.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	struct posix_trace_event_info info;
	trace_id_t trid = ct_made_log(ct_type("conformance a"), 1);
	size_t len;
	int none;

	SETUP(posix_trace_close(trid));
	EXPECT(posix_trace_getnext_event(trid, &info, NULL, 0, &len, &none), EINVAL);
	PASS("a closed log gave EINVAL");
}
