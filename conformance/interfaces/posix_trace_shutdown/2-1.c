/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * SHUT-2: the stream is gone: every use of trid gives EINVAL.
 *
 * Source: XSH posix_trace_shutdown() DESCRIPTION; TRC; shall.
 */
#include "conftest.h"

static void test(void)
{
	trace_id_t trid = ct_running(NULL);

	EXPECT(posix_trace_shutdown(trid), 0);
	EXPECT(posix_trace_shutdown(trid), EINVAL);
	PASS("a second shutdown gave EINVAL");
}
