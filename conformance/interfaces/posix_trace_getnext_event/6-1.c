/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * GET-6: with less room the first num_bytes bytes come, with TRUNCATED_READ,
 * and the event is gone all the same.
 *
 * Source: XSH posix_trace_getnext_event() DESCRIPTION; TRC; shall.
 */
#include "confread.h"

static void test(void)
{
	ct_must_cut(posix_trace_getnext_event);
	PASS("three of six bytes came, and the event is gone");
}
