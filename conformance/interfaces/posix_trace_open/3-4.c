/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * OPEN-3: a log can be opened several times at once; the positions are
 * independent.
 *
 * Source: XSH posix_trace_open() DESCRIPTION; TRL; derived.
 *
 * Of three openings one after the other is closed, by a thread of its own.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static trace_id_t logs[3];

static void *closer(void *arg)
{
	EXPECT(posix_trace_close(*(trace_id_t *)arg), 0);
	return arg;
}

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t ids[3];
	int i, k;

	logs[0] = ct_made_log(ct_type("conformance a"), 4);
	logs[1] = ct_reopen();
	logs[2] = ct_reopen();
	for (i = 0; i < 3; i++)
		ids[i] = ct_type_in(logs[i], "conformance a");
	for (k = 0; k < 3; k++) {
		for (i = k; i < 3; i++)
			if (!ct_find(ct_read, logs[i], &ev, ids[i]) ||
			    ct_number(&ev) != k)
				FAIL("expected event %d from opening %d, got %d",
						k, i, ct_number(&ev));
		ct_join(ct_thread(closer, &logs[k]));
	}
	PASS("each opening went on when another one was closed");
}
