/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * LOG-1: the events in the log never take more than log-max-size.
 *
 * Source: XSH posix_trace_attr_getlogsize() DESCRIPTION; TRL; shall.
 *
 * A LOOP log of events with 8 KiB of data: what an event takes besides hides
 * little.
 */
#define NEEDS (CT_LOG)
#include "conffull.h"

static void test(void)
{
	static unsigned char data[8192];
	size_t size, bytes = ct_bytes_in_log(data, sizeof(data), &size);

	if (bytes > size)
		FAIL("%zu bytes of data are in a log of %zu", bytes, size);
	PASS("%zu bytes of data are in a log of %zu", bytes, size);
}
