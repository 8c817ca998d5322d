/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * APOL-5: FLUSH is wrong for a stream without log, so the create gives
 * EINVAL.
 *
 * Source: XSH posix_trace_attr_setstreamfullpolicy() DESCRIPTION, XSH
 * posix_trace_create() ERRORS; TRC; derived.
 *
 * The same object is right for a stream with log.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_attr_t attr;
	trace_id_t trid;
	int fd = ct_file();

	SETUP(posix_trace_attr_init(&attr));
	EXPECT(posix_trace_attr_setstreamfullpolicy(&attr, POSIX_TRACE_FLUSH), 0);
	CREATES(posix_trace_create_withlog(0, &attr, fd, &trid));
	PASS("a stream with log can be FLUSH");
}
