/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * STAT-4: the status of a pre-recorded stream is that of the completed
 * stream, and asking does not reset it.
 *
 * Source: XSH posix_trace_get_status() DESCRIPTION; TRL; shall.
 *
 * Nor does asking one opening of a log change what the next one says.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_attr_t attr;
	trace_id_t trid;
	int n, i, k;

	ct_attr(&attr, POSIX_TRACE_LOOP, 20, 64);
	SETUP(posix_trace_attr_setlogfullpolicy(&attr, POSIX_TRACE_APPEND));
	ct_room(&attr, 20, 64);
	trid = ct_logging(&attr, ct_file());
	n = ct_fill(trid, id, 64);
	for (i = 0; i < 3 * n; i++)
		ct_fire(id, i);
	SETUP(posix_trace_shutdown(trid));
	trid = ct_reopen();
	n = ct_status(trid).posix_stream_overrun_status;
	for (k = 0; k < 3; k++) {
		for (i = 0; i < 3; i++) {
			ct_count(ct_read, trid, id);
			if (ct_status(trid).posix_stream_overrun_status != n)
				FAIL("expected %d again, got %d", n,
						ct_status(trid).
						posix_stream_overrun_status);
			SETUP(posix_trace_rewind(trid));
		}
		SETUP(posix_trace_close(trid));
		trid = ct_reopen();
	}
	if (n != POSIX_TRACE_OVERRUN)
		UNTESTED("the log of a LOOP stream has lost nothing");
	PASS("three openings of the log keep saying OVERRUN");
}
