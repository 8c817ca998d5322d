/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * ASIZE-9: the size that a stream reports is the one in use.
 *
 * Source: XSH posix_trace_attr_getstreamsize() DESCRIPTION, XSH
 * posix_trace_get_attr() DESCRIPTION; TRC; derived.
 *
 * It is not nothing, whether or not a size was asked for.
 */
#include "conftest.h"

static void test(void)
{
	trace_attr_t attr;
	size_t asked = 0, preset = 0;
	trace_id_t trid;

	SETUP(posix_trace_attr_init(&attr));
	SETUP(posix_trace_attr_setstreamsize(&attr, 40000));
	trid = ct_stream(&attr);
	SETUP(posix_trace_get_attr(trid, &attr));
	EXPECT(posix_trace_attr_getstreamsize(&attr, &asked), 0);
	SETUP(posix_trace_get_attr(ct_create(NULL), &attr));
	EXPECT(posix_trace_attr_getstreamsize(&attr, &preset), 0);
	if (asked == 0 || preset == 0)
		FAIL("expected sizes, got %zu for 40000 and %zu for the default",
				asked, preset);
	PASS("40000 bytes gave %zu, the default is %zu", asked, preset);
}
