/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CONST-1: the constants of <trace.h> are integer constant expressions.
 *
 * Source: XBD <trace.h> DESCRIPTION, XBD 3.380 Symbolic Constant; TRC; shall.
 *
 * They initialise an enumeration and a static array: how a filter is
 * changed.
 */
#define NEEDS (CT_FILTER)
#define CT_CONSTANTS(use) \
	use(0, POSIX_TRACE_SET_EVENTSET) \
	use(1, POSIX_TRACE_ADD_EVENTSET) \
	use(2, POSIX_TRACE_SUB_EVENTSET)
#include "confconst.h"

static void test(void)
{
	PASS("%d constants can be used where the language wants one",
			ct_must_be_constants());
}
