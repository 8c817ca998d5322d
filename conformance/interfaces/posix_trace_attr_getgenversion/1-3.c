/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * AINFO-3: the generation version is a string of at most TRACE_NAME_MAX
 * bytes.
 *
 * Source: XSH posix_trace_attr_getgenversion() DESCRIPTION; TRC; shall.
 *
 * The log keeps it.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	char live[4096] = "", kept[4096] = "x";
	trace_attr_t attr;
	trace_id_t trid = ct_logging(NULL, ct_file());

	SETUP(posix_trace_get_attr(trid, &attr));
	SETUP(posix_trace_attr_getgenversion(&attr, live));
	SETUP(posix_trace_shutdown(trid));
	SETUP(posix_trace_get_attr(ct_reopen(), &attr));
	EXPECT(posix_trace_attr_getgenversion(&attr, kept), 0);
	if (strcmp(live, kept) != 0)
		FAIL("expected \"%.40s\", got \"%.40s\"", live, kept);
	PASS("stream and log have the version \"%.40s\"", kept);
}
