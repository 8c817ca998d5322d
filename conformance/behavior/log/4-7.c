/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * LOG-1: the events in the log never take more than log-max-size.
 *
 * Source: XSH posix_trace_attr_getlogsize() DESCRIPTION; TRL; shall.
 *
 * A LOOP log of a few large events.
 */
#define NEEDS (CT_LOG)
#include "conffull.h"

static void test(void)
{
	size_t size, bytes = ct_few_in_log(POSIX_TRACE_LOOP, &size);

	if (bytes > size)
		FAIL("%zu bytes of data are in a log of %zu", bytes, size);
	PASS("%zu bytes of data are in a log of %zu", bytes, size);
}
