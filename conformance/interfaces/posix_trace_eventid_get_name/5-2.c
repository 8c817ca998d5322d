/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EVNAME-E1: EINVAL when trid is not a stream of the caller.
 *
 * Source: XSH posix_trace_eventid_get_name() ERRORS; TRC; shall.
 *
 * A log that has been closed.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	char name[4096];
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid = ct_made_log(id, 1);

	SETUP(posix_trace_close(trid));
	EXPECT(posix_trace_eventid_get_name(trid, id, name), EINVAL);
	PASS("a closed log gave EINVAL");
}
