/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CREATE-4: the creation time is set from CLOCK_REALTIME.
 *
 * Source: XSH posix_trace_create() DESCRIPTION; TRC; shall.
 *
 * That of the create with a log, not of the initialization of the attributes.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	struct timespec before, created;
	trace_attr_t early, attr;

	ct_init(&early);
	SETUP(posix_trace_attr_setstreamfullpolicy(&early, POSIX_TRACE_FLUSH));
	CT_WATCH(0);
	SETUP(posix_trace_get_attr(ct_stream(NULL), &attr));
	SETUP(posix_trace_attr_getcreatetime(&attr, &before));
	CT_WATCH(0);
	SETUP(posix_trace_get_attr(ct_create_log(&early, ct_file()), &attr));
	EXPECT(posix_trace_attr_getcreatetime(&attr, &created), 0);
	if (ct_ts_cmp(before, created) >= 0)
		FAIL("the second stream's time %ld.%09ld is not after the "
				"first's %ld.%09ld",
				(long)created.tv_sec, created.tv_nsec,
				(long)before.tv_sec, before.tv_nsec);
	PASS("the stream whose attributes are older is younger");
}
