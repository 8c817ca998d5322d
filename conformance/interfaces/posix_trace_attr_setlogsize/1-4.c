/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * ASIZE-1: each size replaces the one before.
 *
 * Source: XSH posix_trace_attr_setlogsize() DESCRIPTION; TRL; shall.
 *
 * One of many bits, and again after other attributes have been set.
 */
#define NEEDS (CT_LOG)
#include "confsize.h"

static void other(trace_attr_t *attr)
{
	SETUP(posix_trace_attr_setname(attr, "other"));
	SETUP(posix_trace_attr_setlogfullpolicy(attr,
			POSIX_TRACE_UNTIL_FULL));
	SETUP(posix_trace_attr_setmaxdatasize(attr, 100));
}

static void test(void)
{
	unsigned int n = ct_must_stay(posix_trace_attr_setlogsize,
			posix_trace_attr_getlogsize, other);

	PASS("%u sizes of many bits stayed", n);
}
