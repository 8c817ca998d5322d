/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * SHUT-4: threads blocked in a read wake up and return EINVAL.
 *
 * Source: XSH posix_trace_shutdown() DESCRIPTION; TRC; shall.
 *
 * In posix_trace_getnext_event().
 */
#include "confwait.h"

static void test(void)
{
	ct_must_wake(posix_trace_getnext_event);
	PASS("the blocked reader returned EINVAL");
}
