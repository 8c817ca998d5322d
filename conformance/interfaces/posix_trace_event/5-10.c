/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EVENT-6: the event says which process and which thread recorded it, from
 * where, and when.
 *
 * Source: XSH 2.11.1 posix_trace_event_info Structure; TRC; shall.
 *
 * The time between START and STOP, in a log.
 */
#define NEEDS (CT_LOG)
#include "confclock.h"

static void act(trace_id_t trid, int n)
{
	SETUP(n == 0 ? posix_trace_start(trid) : posix_trace_stop(trid));
}

static void test(void)
{
	trace_id_t trid = ct_logged(NULL, ct_file());
	struct ct_apart apart = ct_apart(trid, act);
	double gap;

	SETUP(posix_trace_shutdown(trid));
	trid = ct_reopen();
	gap = ct_must_be_apart(&apart, ct_read, trid, POSIX_TRACE_START,
			POSIX_TRACE_STOP);
	PASS("START and STOP are %.3f s apart, a clock says %.3f", gap,
			apart.outer);
}
