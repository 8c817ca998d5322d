/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CONST-1: the constants of <trace.h> are integer constant expressions.
 *
 * Source: XBD <trace.h> DESCRIPTION, XBD 3.380 Symbolic Constant; TRC; shall.
 *
 * They initialise an enumeration and a static array: the overrun states.
 */
#define CT_CONSTANTS(use) \
	use(0, POSIX_TRACE_OVERRUN) \
	use(1, POSIX_TRACE_NO_OVERRUN)
#include "confconst.h"

static void test(void)
{
	PASS("%d constants can be used where the language wants one",
			ct_must_be_constants());
}
