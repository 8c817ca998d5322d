/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EVENT-1: one event is recorded, with the type and a copy of the data, in
 * every running stream of the process whose filter does not have the type.
 *
 * Source: XSH posix_trace_event() DESCRIPTION, XSH 2.11 Tracing; TRC; shall.
 *
 * A stream with log beside one without.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t live = ct_running(NULL);
	trace_id_t logged = ct_logging(NULL, ct_file());

	ct_fire(id, 8);
	if (!ct_find(ct_try, live, &ev, id))
		FAIL("expected the event in the stream without log");
	SETUP(posix_trace_shutdown(logged));
	logged = ct_reopen();
	id = ct_type_in(logged, "conformance a");
	if (!ct_find(ct_read, logged, &ev, id) || ct_number(&ev) != 8)
		FAIL("expected the event in the log");
	PASS("stream and log have the event");
}
