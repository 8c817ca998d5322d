/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * LIST-E1: EINVAL when trid is not a stream of the caller.
 *
 * Source: XSH posix_trace_eventtypelist_rewind() ERRORS; TRC; shall.
 *
 * A log that has been closed.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_id_t trid = ct_made_log(ct_type("conformance a"), 1);

	SETUP(posix_trace_close(trid));
	EXPECT(posix_trace_eventtypelist_rewind(trid), EINVAL);
	PASS("a closed log gave EINVAL");
}
