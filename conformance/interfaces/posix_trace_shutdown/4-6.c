/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * SHUT-4: threads blocked in a read wake up and return EINVAL.
 *
 * Source: XSH posix_trace_shutdown() DESCRIPTION; TRC; shall.
 *
 * Those that wait for events of another stream go on, with a time limit.
 */
#include "confwait.h"

static void test(void)
{
	ct_must_wake_one(ct_timedget);
	PASS("the reader of another stream got its event");
}
