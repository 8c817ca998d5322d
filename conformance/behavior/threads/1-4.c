/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * THR-1: every function may be called by several threads at once.
 *
 * Source: XSH 2.9.1 Thread-Safety; TRC; shall.
 *
 * Streams come and go while threads record.
 */
#include "confbeside.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid;
	int i, n;

	ct_attr(&attr, POSIX_TRACE_LOOP, 100, 16);
	ct_begin_beside(id, 2);
	for (i = 0; i < 200; i++) {
		trid = ct_running(&attr);
		if (i % 2 == 0)
			for (n = 0; n < 20; n++)
				ct_try(trid, &ev);
		EXPECT(posix_trace_shutdown(trid), 0);
	}
	ct_end_beside();
	PASS("200 streams came and went under two recording threads");
}
