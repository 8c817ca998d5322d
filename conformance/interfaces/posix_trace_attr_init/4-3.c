/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * AINIT-6: what is done to the object after the create does not affect the
 * stream.
 *
 * Source: XSH posix_trace_attr_init() DESCRIPTION; TRC; shall.
 *
 * A stream with a log, whose attributes go into the log at the end.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_attr_t attr, got;
	char name[4096];
	trace_id_t trid;

	SETUP(posix_trace_attr_init(&attr));
	SETUP(posix_trace_attr_setname(&attr, "one"));
	trid = ct_logging(&attr, ct_file());
	SETUP(posix_trace_attr_setname(&attr, "two"));
	SETUP(posix_trace_attr_destroy(&attr));
	memset(&attr, 0, sizeof(attr));
	SETUP(posix_trace_shutdown(trid));
	trid = ct_reopen();
	SETUP(posix_trace_get_attr(trid, &got));
	SETUP(posix_trace_attr_getname(&got, name));
	if (strcmp(name, "one") != 0)
		FAIL("expected name \"one\" in the log, got \"%.40s\"", name);
	PASS("the log has the attributes of the time of create");
}
