/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * GET-6: with less room the first num_bytes bytes come, with TRUNCATED_READ,
 * and the event is gone all the same.
 *
 * Source: XSH posix_trace_getnext_event() DESCRIPTION; TRC; shall.
 *
 * TRUNCATED_READ takes the place of TRUNCATED_RECORD.
 */
#include "confread.h"

static void test(void)
{
	ct_must_cut_again(posix_trace_getnext_event);
	PASS("the event that was cut twice is TRUNCATED_READ");
}
