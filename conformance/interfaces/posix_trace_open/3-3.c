/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * OPEN-3: a log can be opened several times at once; the positions are
 * independent.
 *
 * Source: XSH posix_trace_open() DESCRIPTION; TRL; derived.
 *
 * While other streams are active.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t live = ct_running(NULL), old = ct_made_log(id, 3);
	int n;

	ct_fire(id, 50);
	n = ct_count(ct_read, old, ct_type_in(old, "conformance a"));
	if (n != 3)
		FAIL("expected three events from the log, got %d", n);
	n = ct_count(ct_try, live, id);
	if (n != 4)
		FAIL("expected four events from the active stream, got %d", n);
	PASS("logs and active streams do not disturb each other");
}
