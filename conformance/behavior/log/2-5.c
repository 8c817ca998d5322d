/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * LOGU-1: an UNTIL_FULL log that is full takes no more; it is FULL, and its last
 * event is STOP.
 *
 * Source: XSH posix_trace_attr_setlogfullpolicy() DESCRIPTION; TRL; shall.
 *
 * It is one STOP, after which nothing comes.
 */
#define NEEDS (CT_LOG)
#include "conffull.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid = ct_full_log(id);
	int i, open = 0;

	for (i = 0; i < 50; i++)
		ct_log_one(trid, id, i);
	SETUP(posix_trace_shutdown(trid));
	trid = ct_reopen();
	while (ct_read(trid, &ev)) {
		if (ct_is(trid, &ev, POSIX_TRACE_START))
			open = 1;
		if (!ct_is(trid, &ev, POSIX_TRACE_STOP))
			continue;
		if (!open)
			FAIL("a STOP follows another STOP in a full log");
		open = 0;
	}
	if (open)
		FAIL("expected STOP at the end of a full log");
	PASS("the full log ends in one STOP");
}
