/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EX-5: an analyser whose buffer has the size that the attributes of the log
 * give sees all user data.
 *
 * Source: XRAT B.2.11 Trace Analyzer; TRL; derived.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	struct posix_trace_event_info info;
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid;
	size_t size, len;
	void *data;
	int none, n = 0;

	trid = ct_made_log(id, 9);
	id = ct_type_in(trid, "conformance a");
	EXPECT(posix_trace_get_attr(trid, &attr), 0);
	EXPECT(posix_trace_attr_getmaxdatasize(&attr, &size), 0);
	data = malloc(size ? size : 1);
	if (!data)
		UNRESOLVED("no memory for %zu bytes", size);
	for (;;) {
		EXPECT(posix_trace_getnext_event(trid, &info, data, size, &len,
				&none), 0);
		if (none)
			break;
		if (!posix_trace_eventid_equal(trid, info.posix_event_id, id))
			continue;
		if (info.posix_truncation_status != POSIX_TRACE_NOT_TRUNCATED ||
		    len != sizeof(int) || memcmp(data, &n, len) != 0)
			FAIL("event %d is not whole in a buffer of %zu "
					"bytes", n, size);
		n++;
	}
	free(data);
	if (n != 9)
		FAIL("expected nine events, got %d", n);
	PASS("a buffer of %zu bytes is enough", size);
}
