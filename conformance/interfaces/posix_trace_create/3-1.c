/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CREATE-3: without attributes the defaults hold; otherwise those of the
 * object at this moment.
 *
 * Source: XSH posix_trace_create() DESCRIPTION; TRC; shall.
 *
 * The default attributes are those of a fresh object.
 */
#include "conftest.h"

static void test(void)
{
	trace_attr_t fresh, live;
	size_t want, got;
	trace_id_t trid;

	CREATES(posix_trace_create(0, NULL, &trid));
	SETUP(posix_trace_get_attr(trid, &live));
	SETUP(posix_trace_attr_init(&fresh));
	SETUP(posix_trace_get_attr(ct_stream(&fresh), &fresh));
	SETUP(posix_trace_attr_getmaxdatasize(&fresh, &want));
	SETUP(posix_trace_attr_getmaxdatasize(&live, &got));
	if (want != got)
		FAIL("expected a data size of %zu, got %zu", want, got);
	SETUP(posix_trace_attr_getstreamsize(&fresh, &want));
	SETUP(posix_trace_attr_getstreamsize(&live, &got));
	if (want != got)
		FAIL("expected a stream size of %zu, got %zu", want, got);
	PASS("NULL and a fresh object make the same stream");
}
