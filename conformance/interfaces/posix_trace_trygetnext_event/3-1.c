/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * GET-7: num_bytes may be 0 with a null pointer: an event with data is then
 * TRUNCATED_READ, one without is NOT_TRUNCATED.
 *
 * Source: XSH posix_trace_trygetnext_event() DESCRIPTION; TRC; derived.
 */
#include "confread.h"

static void test(void)
{
	ct_must_read_bare(posix_trace_trygetnext_event);
	PASS("events can be read without their data");
}
