/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CLOSE-1: the pre-recorded stream is gone; later use gives EINVAL.
 *
 * Source: XSH posix_trace_close() DESCRIPTION; TRL; shall.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_id_t trid = ct_made_log(ct_type("conformance a"), 1);
	struct posix_trace_event_info info;
	size_t len;
	int none;

	EXPECT(posix_trace_close(trid), 0);
	EXPECT(posix_trace_getnext_event(trid, &info, NULL, 0, &len, &none), EINVAL);
	PASS("reading a closed log gave EINVAL");
}
