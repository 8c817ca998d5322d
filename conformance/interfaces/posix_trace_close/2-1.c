/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CLOSE-E1: EINVAL when trid is not a pre-recorded stream.
 *
 * Source: XSH posix_trace_close() DESCRIPTION, XSH posix_trace_close() ERRORS;
 * TRL; may.
 *
 * A log that has been closed: EINVAL if there is an error at all; the list of
 * errors says only that it may be.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_id_t trid = ct_made_log(ct_type("conformance a"), 1);
	int err;

	SETUP(posix_trace_close(trid));
	err = posix_trace_close(trid);
	if (err != 0 && err != EINVAL)
		FAIL("expected EINVAL or 0, got %s", ct_error(err));
	PASS("closing twice gave %s", ct_error(err));
}
