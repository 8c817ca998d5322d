/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EX-8: the facts about a log can be asked without reading it.
 *
 * Source: XRAT B.2.11 Retrieve Information from a Trace Log; TRL; derived.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	struct posix_trace_status_info st;
	char version[4096];
	trace_attr_t attr;
	trace_id_t trid = ct_made_log(ct_type("conformance a"), 3);
	size_t size;

	EXPECT(posix_trace_get_status(trid, &st), 0);
	if (st.posix_stream_overrun_status != POSIX_TRACE_NO_OVERRUN)
		FAIL("expected NO_OVERRUN, got %d", st.posix_stream_overrun_status);
	EXPECT(posix_trace_get_attr(trid, &attr), 0);
	EXPECT(posix_trace_attr_getgenversion(&attr, version), 0);
	EXPECT(posix_trace_attr_getmaxdatasize(&attr, &size), 0);
	EXPECT(posix_trace_attr_destroy(&attr), 0);
	if (size < sizeof(int))
		FAIL("expected a data size of at least %zu, got "
				"%zu", sizeof(int), size);
	PASS("the log was made by \"%.40s\", data size %zu", version, size);
}
