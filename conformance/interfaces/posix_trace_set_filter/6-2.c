/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FILT-E1: EINVAL when trid is not an active stream.
 *
 * Source: XSH posix_trace_set_filter() ERRORS; TEF; shall.
 *
 * A pre-recorded stream.
 */
#define NEEDS (CT_FILTER | CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_event_set_t set;
	trace_id_t trid = ct_made_log(ct_type("conformance a"), 1);

	SETUP(posix_trace_eventset_empty(&set));
	EXPECT(posix_trace_set_filter(trid, &set, POSIX_TRACE_SET_EVENTSET), EINVAL);
	PASS("a pre-recorded stream gave EINVAL");
}
