/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EX-8: the facts about a log can be asked without reading it.
 *
 * Source: XRAT B.2.11 Retrieve Information from a Trace Log; TRL; derived.
 *
 * The array for the version has TRACE_NAME_MAX bytes; afterwards the log is read
 * into a buffer of the size that was asked for.
 */
#define NEEDS (CT_LOG)
#include "confscene.h"

static void test(void)
{
	trace_id_t trid = ct_made_log(ct_type("conformance a"), 3);
	trace_event_id_t id = ct_type_in(trid, "conformance a");
	struct posix_trace_event_info info;
	struct posix_trace_status_info st;
	char version[4096];
	trace_attr_t attr;
	size_t size, len;
	void *data;
	int none;

	EXPECT(posix_trace_get_status(trid, &st), 0);
	EXPECT(posix_trace_get_attr(trid, &attr), 0);
	ct_get_string("posix_trace_attr_getgenversion",
			posix_trace_attr_getgenversion, &attr, version);
	EXPECT(posix_trace_attr_getmaxdatasize(&attr, &size), 0);
	EXPECT(posix_trace_attr_destroy(&attr), 0);
	if (st.posix_stream_overrun_status != POSIX_TRACE_NO_OVERRUN ||
			version[0] == '\0')
		FAIL("expected NO_OVERRUN and a version, got %d and \"%.40s\"",
				st.posix_stream_overrun_status, version);
	data = malloc(size ? size : 1);
	if (!data)
		UNRESOLVED("no memory for %zu bytes", size);
	do {
		EXPECT(posix_trace_getnext_event(trid, &info, data, size, &len,
				&none), 0);
		if (none)
			FAIL("asking has taken the events out of the log");
	} while (!posix_trace_eventid_equal(trid, info.posix_event_id, id));
	if (info.posix_truncation_status != POSIX_TRACE_NOT_TRUNCATED)
		FAIL("an event is not whole in a buffer of %zu bytes", size);
	free(data);
	PASS("the log was made by \"%.40s\", data size %zu", version, size);
}
