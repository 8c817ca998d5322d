/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * CRLOG-1: the function does all that posix_trace_create() does, with a log
 * on the descriptor.
 *
 * Source: XSH posix_trace_create_withlog() DESCRIPTION; TRL; shall.
 *
 * Events before the start are not in the log.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid;
	int fd = ct_file();
	int n;

	CREATES(posix_trace_create_withlog(getpid(), NULL, fd, &trid));
	ct_fire(id, 1);
	SETUP(posix_trace_start(trid));
	ct_fire(id, 2);
	SETUP(posix_trace_shutdown(trid));
	trid = ct_reopen();
	id = ct_type_in(trid, "conformance a");
	n = ct_count(ct_read, trid, id);
	if (n != 1)
		FAIL("expected the one event after the start in the log, got %d", n);
	PASS("the log has the event after the start only");
}
