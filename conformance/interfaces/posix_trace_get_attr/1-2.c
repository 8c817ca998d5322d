/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * GATTR-1: the attributes of an active stream, or of the log of a
 * pre-recorded one, are copied.
 *
 * Source: XSH posix_trace_get_attr() DESCRIPTION; TRC; shall.
 *
 * A stream with log, and its log.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	char live[4096], kept[4096];
	trace_attr_t attr;
	trace_id_t trid;

	SETUP(posix_trace_attr_init(&attr));
	SETUP(posix_trace_attr_setname(&attr, "logged"));
	trid = ct_logging(&attr, ct_file());
	EXPECT(posix_trace_get_attr(trid, &attr), 0);
	SETUP(posix_trace_attr_getname(&attr, live));
	SETUP(posix_trace_shutdown(trid));
	EXPECT(posix_trace_get_attr(ct_reopen(), &attr), 0);
	SETUP(posix_trace_attr_getname(&attr, kept));
	if (strcmp(live, "logged") != 0 || strcmp(kept, "logged") != 0)
		FAIL("expected \"logged\" twice, got \"%.40s\" and "
				"\"%.40s\"", live, kept);
	PASS("stream and log have the attributes");
}
