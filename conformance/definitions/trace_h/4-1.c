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
static trace_event_id_t *member(struct posix_trace_event_info *p)
{
	return &p->posix_event_id;
}

static void test(void)
{
	trace_event_id_t *p = member(&info);

	memset(&info, 0, sizeof(info));
	memset(p, 1, sizeof(*p));
	if (memcmp(p, &info.posix_event_id, sizeof(*p)) != 0 ||
	    sizeof(info.posix_event_id) != sizeof(trace_event_id_t))
		FAIL("expected posix_event_id to have the %zu bytes of "
				"trace_event_id_t; it has %zu",
				sizeof(trace_event_id_t), sizeof(info.posix_event_id));
	PASS("posix_event_id is there and is a trace_event_id_t");
}
