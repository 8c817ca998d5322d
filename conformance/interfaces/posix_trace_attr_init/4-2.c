/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * AINIT-6: what is done to the object after the create does not affect the
 * stream.
 *
 * Source: XSH posix_trace_attr_init() DESCRIPTION; TRC; shall.
 *
 * The object is destroyed.
 */
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid;

	ct_attr(&attr, POSIX_TRACE_LOOP, 10, 32);
	trid = ct_stream(&attr);
	SETUP(posix_trace_attr_destroy(&attr));
	memset(&attr, 0, sizeof(attr));
	EXPECT(posix_trace_start(trid), 0);
	ct_fire(id, 7);
	if (!ct_find(ct_try, trid, &ev, id) || ct_number(&ev) != 7)
		FAIL("expected the event recorded after the destroy; it did "
				"not come");
	PASS("the stream works without the object");
}
