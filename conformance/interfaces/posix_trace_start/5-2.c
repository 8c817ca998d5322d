/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * START-E1: EINVAL when trid is not an active stream.
 *
 * Source: XSH posix_trace_start() ERRORS; TRC; shall.
 *
 * A pre-recorded stream.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_id_t trid = ct_made_log(ct_type("conformance a"), 1);

	EXPECT(posix_trace_start(trid), EINVAL);
	PASS("a pre-recorded stream gave EINVAL");
}
