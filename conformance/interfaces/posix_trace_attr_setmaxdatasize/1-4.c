/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * ASIZE-1: each size replaces the one before.
 *
 * Source: XSH posix_trace_attr_setmaxdatasize() DESCRIPTION; TRC; shall.
 *
 * One of many bits, unless it is refused.
 */
#include "confsize.h"

static void test(void)
{
	unsigned int n = ct_must_stay(posix_trace_attr_setmaxdatasize,
			posix_trace_attr_getmaxdatasize, NULL);

	PASS("%u sizes of many bits came back", n);
}
