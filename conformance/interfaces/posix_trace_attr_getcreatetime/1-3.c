/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * AINFO-2: the creation time is that of CLOCK_REALTIME when the stream was
 * created.
 *
 * Source: XSH posix_trace_attr_getcreatetime() DESCRIPTION, XSH
 * posix_trace_create() DESCRIPTION; TRC; shall.
 *
 * It stays what it was while the stream runs, is cleared, and stops.
 */
#include "conftest.h"

static void test(void)
{
	struct timespec first, later;
	trace_attr_t attr;
	trace_id_t trid = ct_stream(NULL);

	SETUP(posix_trace_get_attr(trid, &attr));
	SETUP(posix_trace_attr_getcreatetime(&attr, &first));
	CT_WATCH(0);
	SETUP(posix_trace_start(trid));
	SETUP(posix_trace_stop(trid));
	EXPECT(posix_trace_get_attr(trid, &attr), 0);
	EXPECT(posix_trace_attr_getcreatetime(&attr, &later), 0);
	if (ct_ts_cmp(first, later) != 0)
		FAIL("expected the time of creation to stay, it moved by %ld "
				"s %ld ns",
				(long)(later.tv_sec - first.tv_sec),
				later.tv_nsec - first.tv_nsec);
	PASS("start and stop left the creation time alone");
}
