/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EX-6: a controller sets the attributes before the create.
 *
 * Source: XRAT B.2.11 Trace Stream Attribute Manipulation; TRL; derived.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	char name[4096];
	trace_attr_t attr;
	trace_id_t trid;
	int fd = ct_file();
	int policy = -1;

	EXPECT(posix_trace_attr_init(&attr), 0);
	EXPECT(posix_trace_attr_setname(&attr, "mytrace"), 0);
	EXPECT(posix_trace_attr_setstreamfullpolicy(&attr, POSIX_TRACE_LOOP), 0);
	EXPECT(posix_trace_attr_setlogsize(&attr, 100000), 0);
	CREATES(posix_trace_create_withlog(0, &attr, fd, &trid));
	EXPECT(posix_trace_start(trid), 0);
	EXPECT(posix_trace_shutdown(trid), 0);
	EXPECT(posix_trace_get_attr(ct_reopen(), &attr), 0);
	EXPECT(posix_trace_attr_getname(&attr, name), 0);
	EXPECT(posix_trace_attr_getstreamfullpolicy(&attr, &policy), 0);
	if (strcmp(name, "mytrace") != 0 || policy != POSIX_TRACE_LOOP)
		FAIL("expected \"mytrace\" and LOOP, got \"%.40s\" and "
				"%d", name, policy);
	PASS("the log has the attributes of the controller");
}
