/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CONST-1: the constants of <trace.h> are integer constant expressions.
 *
 * Source: XBD <trace.h> DESCRIPTION, XBD 3.380 Symbolic Constant; TRC; shall.
 *
 * They initialise an enumeration and a static array: the stream-full and
 * log-full policies.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

enum {
	CONST_0 = POSIX_TRACE_LOOP,
	CONST_1 = POSIX_TRACE_UNTIL_FULL,
	CONST_2 = POSIX_TRACE_FLUSH,
	CONST_3 = POSIX_TRACE_APPEND,
};

static const int values[] = {
	POSIX_TRACE_LOOP,
	POSIX_TRACE_UNTIL_FULL,
	POSIX_TRACE_FLUSH,
	POSIX_TRACE_APPEND,
};

static void test(void)
{
	int i, n = (int)(sizeof(values) / sizeof(values[0]));

	for (i = 0; i < n; i++)
		switch (values[i]) {
		case CONST_0:
			if (i != 0)
				FAIL("expected constant %d at case 0", i);
			break;
		case CONST_1:
			if (i != 1)
				FAIL("expected constant %d at case 1", i);
			break;
		case CONST_2:
			if (i != 2)
				FAIL("expected constant %d at case 2", i);
			break;
		case CONST_3:
			if (i != 3)
				FAIL("expected constant %d at case 3", i);
			break;
		default:
			FAIL("constant %d is not what it was in the enumeration", i);
		}
	PASS("%d constants can be used where the language wants one", n);
}
