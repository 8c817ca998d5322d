/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * STRUCT-1: struct posix_trace_event_info has its six members, of the types
 * that the standard gives them.
 *
 * Source: XBD <trace.h> DESCRIPTION, XSH 2.11.1 posix_trace_event_info
 * Structure; TRC; shall.
 *
 * The member's address is a pointer to its type; with another type this does
 * not compile.
 */
#include "conftest.h"

static struct posix_trace_event_info info;
static struct timespec *member(struct posix_trace_event_info *p)
{
	return &p->posix_timestamp;
}

static void test(void)
{
	struct timespec *p = member(&info);

	memset(&info, 0, sizeof(info));
	memset(p, 1, sizeof(*p));
	if (memcmp(p, &info.posix_timestamp, sizeof(*p)) != 0 ||
	    sizeof(info.posix_timestamp) != sizeof(struct timespec))
		FAIL("expected posix_timestamp to have the %zu bytes of "
				"struct timespec; it has %zu",
				sizeof(struct timespec), sizeof(info.posix_timestamp));
	PASS("posix_timestamp is there and is a struct timespec");
}
