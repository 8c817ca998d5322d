/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EX-4: an analyser that names each event of a log without looking at its
 * data.
 *
 * Source: XRAT B.2.11 Trace Analyzer; TRL; derived.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	struct posix_trace_event_info info;
	char name[4096];
	trace_id_t trid;
	size_t len;
	int fd, none, n = 0, mine = 0;

	SETUP(posix_trace_close(ct_made_log(ct_type("conformance a"), 7)));
	fd = SYSTEM(open(ct_path, O_RDONLY));
	EXPECT(posix_trace_open(fd, &trid), 0);
	for (;;) {
		EXPECT(posix_trace_getnext_event(trid, &info, NULL, 0, &len,
				&none), 0);
		if (none)
			break;
		EXPECT(posix_trace_eventid_get_name(trid, info.posix_event_id,
				name), 0);
		mine += strcmp(name, "conformance a") == 0;
		n++;
	}
	EXPECT(posix_trace_close(trid), 0);
	close(fd);
	if (mine != 7 || n < 9)
		FAIL("expected 7 of at least 9 events, got %d of %d", mine, n);
	PASS("the analyser named %d events", n);
}
