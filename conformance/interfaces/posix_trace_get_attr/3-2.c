/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * GATTR-3: the attributes can be used to create a stream.
 *
 * Source: XSH posix_trace_get_attr() DESCRIPTION, XSH posix_trace_attr_init()
 * DESCRIPTION; TRC; derived.
 *
 * The attributes of a log.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_attr_t attr;
	trace_id_t trid;
	int fd = ct_file();

	EXPECT(posix_trace_get_attr(ct_made_log(ct_type("conformance "
			"a"), 1), &attr), 0);
	CREATES(posix_trace_create_withlog(0, &attr, fd, &trid));
	PASS("a stream was made like that of a log");
}
