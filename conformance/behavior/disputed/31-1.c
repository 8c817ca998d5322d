/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * READ-31: POSIX_TRACE_NO_OVERRUN is 0, to which the section on status resets,
 * or not.
 *
 * Source: XSH 2.11.1 posix_trace_status_info Structure, XSH
 * posix_trace_get_status() DESCRIPTION; TRC; disputed.
 */
#include "conftest.h"

static void test(void)
{
	ADVISORY("POSIX_TRACE_NO_OVERRUN is %d", POSIX_TRACE_NO_OVERRUN);
}
