/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * OPEN-2: the functions for pre-recorded streams work on it.
 *
 * Source: XSH posix_trace_open() DESCRIPTION; TRL; shall.
 *
 * They do, from where they were, when active streams have been shut down.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t active = ct_running(NULL), log = ct_made_log(id, 5);
	int i;

	id = ct_type_in(log, "conformance a");
	for (i = 0; i < 2; i++)
		if (!ct_find(ct_read, log, &ev, id) || ct_number(&ev) != i)
			UNRESOLVED("event %d is not in the log", i);
	SETUP(posix_trace_shutdown(active));
	SETUP(posix_trace_shutdown(ct_logging_for(5)));
	for (; i < 5; i++)
		if (!ct_find(ct_read, log, &ev, id) || ct_number(&ev) != i)
			FAIL("expected event %d of the log next", i);
	EXPECT(posix_trace_rewind(log), 0);
	if (!ct_find(ct_read, log, &ev, id) || ct_number(&ev) != 0)
		FAIL("expected the first event of the log again");
	EXPECT(posix_trace_close(log), 0);
	PASS("the log was read on after streams had been shut down");
}
