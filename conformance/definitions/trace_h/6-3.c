/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CONST-1: the constants of <trace.h> are integer constant expressions.
 *
 * Source: XBD <trace.h> DESCRIPTION, XBD 3.380 Symbolic Constant; TRC; shall.
 *
 * They initialise an enumeration and a static array: the inheritance
 * policies.
 */
#define NEEDS (CT_INHERIT)
#define CT_CONSTANTS(use) \
	use(0, POSIX_TRACE_CLOSE_FOR_CHILD) \
	use(1, POSIX_TRACE_INHERITED)
#include "confconst.h"

static void test(void)
{
	PASS("%d constants can be used where the language wants one",
			ct_must_be_constants());
}
