/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * ADEST-1: destroying an initialised object gives 0, and the object may then
 * be initialised again.
 *
 * Source: XSH posix_trace_attr_destroy() DESCRIPTION, XSH
 * posix_trace_attr_destroy() RETURN VALUE; TRC; shall.
 *
 * An object that posix_trace_get_attr() filled.
 */
#include "conftest.h"

static void test(void)
{
	trace_attr_t attr;

	SETUP(posix_trace_get_attr(ct_stream(NULL), &attr));
	EXPECT(posix_trace_attr_destroy(&attr), 0);
	PASS("destroying what get_attr filled gave 0");
}
