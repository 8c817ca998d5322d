/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CLOSE-E1: EINVAL when trid is not a pre-recorded stream.
 *
 * Source: XSH posix_trace_close() DESCRIPTION, XSH posix_trace_close() ERRORS;
 * TRL; may.
 *
 * A log that has been closed.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_id_t trid = ct_made_log(ct_type("conformance a"), 1);

	SETUP(posix_trace_close(trid));
	EXPECT(posix_trace_close(trid), EINVAL);
	PASS("closing twice gave EINVAL");
}
