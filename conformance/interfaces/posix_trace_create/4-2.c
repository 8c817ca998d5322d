/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CREATE-4: the creation time is set from CLOCK_REALTIME.
 *
 * Source: XSH posix_trace_create() DESCRIPTION; TRC; shall.
 *
 * That of the create, not of the initialization of the attributes.
 */
#include "conftest.h"

static void test(void)
{
	struct timespec before, created;
	trace_attr_t early, attr;

	ct_init(&early);
	CT_WATCH(0);
	SETUP(posix_trace_get_attr(ct_stream(NULL), &attr));
	SETUP(posix_trace_attr_getcreatetime(&attr, &before));
	CT_WATCH(0);
	SETUP(posix_trace_get_attr(ct_create(&early), &attr));
	EXPECT(posix_trace_attr_getcreatetime(&attr, &created), 0);
	if (ct_ts_cmp(before, created) >= 0)
		FAIL("the second stream's time %ld.%09ld is not after the "
				"first's %ld.%09ld",
				(long)created.tv_sec, created.tv_nsec,
				(long)before.tv_sec, before.tv_nsec);
	PASS("the stream whose attributes are older is younger");
}
