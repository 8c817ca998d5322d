/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * LIM-3: where Trace is supported <limits.h> defines the four minima, each
 * with its value and usable in #if.
 *
 * Source: XBD <limits.h> Runtime Invariant Values (Possibly Indeterminate),
 * XBD <limits.h> Minimum Values; TRC; shall.
 *
 * The header is read alone, with the flags that the implementation asks for.
 */
#include <unistd.h>
#include <limits.h>

#if !defined(_POSIX_TRACE_NAME_MAX)
#define GOT -1L
#elif _POSIX_TRACE_NAME_MAX == 8
#define GOT 8L
#else
#define GOT ((long)_POSIX_TRACE_NAME_MAX)
#endif
static const long got = GOT;

#include "conftest.h"

static void test(void)
{
	if (got == -1)
		FAIL("expected <limits.h> to define _POSIX_TRACE_NAME_MAX as "
				"8; it is not defined");
	if (got != 8)
		FAIL("expected _POSIX_TRACE_NAME_MAX to be 8; it is %ld", got);
	PASS("_POSIX_TRACE_NAME_MAX is 8");
}
