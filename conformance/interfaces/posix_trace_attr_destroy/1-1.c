/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * ADEST-1: destroying an initialised object gives 0, and the object may then
 * be initialised again.
 *
 * Source: XSH posix_trace_attr_destroy() DESCRIPTION, XSH
 * posix_trace_attr_destroy() RETURN VALUE; TRC; shall.
 */
#include "conftest.h"

static void test(void)
{
	trace_attr_t attr;

	SETUP(posix_trace_attr_init(&attr));
	EXPECT(posix_trace_attr_destroy(&attr), 0);
	PASS("destroying a fresh object gave 0");
}
