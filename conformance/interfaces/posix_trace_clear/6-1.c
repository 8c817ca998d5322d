/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CLEAR-4: the stream is as if just created, so with the attributes that it was
 * created with.
 *
 * Source: XSH posix_trace_clear() DESCRIPTION; TRC; shall.
 *
 * They are asked for before and after.
 */
#define NEEDS (CT_INHERIT)
#include "confattr.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr, first, again;
	trace_id_t trid;

	ct_unusual(&attr);
	trid = ct_running(&attr);
	ct_fire(id, 1);
	SETUP(posix_trace_get_attr(trid, &first));
	EXPECT(posix_trace_clear(trid), 0);
	SETUP(posix_trace_get_attr(trid, &again));
	ct_same_attr(&first, &again);
	SETUP(posix_trace_shutdown(trid));
	PASS("five attributes are as before");
}
