/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EVNAME-E2: EINVAL when the identifier is bound to no name in this stream
 * or log.
 *
 * Source: XSH posix_trace_eventid_get_name() ERRORS; TRC; shall.
 *
 * A name that was registered after the log had been completed: the log
 * cannot know its identifier.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	char name[4096];
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid = ct_made_log(id, 1);

	id = ct_type("conformance late");
	EXPECT(posix_trace_eventid_get_name(trid, id, name), EINVAL);
	PASS("an identifier that the log has not gave EINVAL");
}
