/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * READ-15: the stream-full policy of attributes that were only initialised is
 * LOOP, or FLUSH, since the default depends on the stream.
 *
 * Source: XSH posix_trace_attr_getstreamfullpolicy() DESCRIPTION, XSH
 * posix_trace_attr_init() DESCRIPTION; TRL; disputed.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_attr_t attr;
	int policy;

	SETUP(posix_trace_attr_init(&attr));
	SETUP(posix_trace_attr_getstreamfullpolicy(&attr, &policy));
	ADVISORY("the stream-full policy of new attributes is %s",
			policy == POSIX_TRACE_LOOP ? "LOOP" :
			policy == POSIX_TRACE_FLUSH ? "FLUSH" :
			policy == POSIX_TRACE_UNTIL_FULL ? "UNTIL_FULL" :
			"none of the three");
}
