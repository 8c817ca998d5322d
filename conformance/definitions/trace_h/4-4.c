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
static pthread_t *member(struct posix_trace_event_info *p)
{
	return &p->posix_thread_id;
}

static void test(void)
{
	pthread_t *p = member(&info);

	memset(&info, 0, sizeof(info));
	memset(p, 1, sizeof(*p));
	if (memcmp(p, &info.posix_thread_id, sizeof(*p)) != 0 ||
	    sizeof(info.posix_thread_id) != sizeof(pthread_t))
		FAIL("expected posix_thread_id to have the %zu bytes of "
				"pthread_t; it has %zu",
				sizeof(pthread_t), sizeof(info.posix_thread_id));
	PASS("posix_thread_id is there and is a pthread_t");
}
