/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * FL-3: losing an event while flushing sets OVERRUN.
 *
 * Source: XSH 2.11.1 posix_trace_status_info Structure; TRL; shall.
 *
 * Events come while the stream runs, one after the other; if some are missing in the
 * log, OVERRUN was reported.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static trace_id_t trid;
static int overrun;

static int runs(void)
{
	struct posix_trace_status_info st = ct_status(trid);

	overrun |= st.posix_stream_overrun_status == POSIX_TRACE_OVERRUN;
	return st.posix_stream_status == POSIX_TRACE_RUNNING;
}

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	double end = ct_now() + CT_PATIENCE;
	trace_attr_t attr;
	int n, got = 0;

	ct_attr(&attr, POSIX_TRACE_FLUSH, 40, 64);
	SETUP(posix_trace_attr_setlogfullpolicy(&attr, POSIX_TRACE_APPEND));
	ct_room(&attr, 40, 64);
	trid = ct_logging(&attr, ct_file());
	/* A flush may take its time. */
	for (n = 0; n < 20000 && ct_now() < end; n++) {
		CT_UNTIL(runs());
		ct_fire(id, n);
	}
	SETUP(posix_trace_stop(trid));
	runs();
	SETUP(posix_trace_shutdown(trid));
	trid = ct_reopen();
	id = ct_type_in(trid, "conformance a");
	while (ct_find(ct_read, trid, &ev, id))
		got++;
	if (got == n)
		UNTESTED("each of %d events is in the log", n);
	if (!overrun)
		FAIL("%d of %d events were lost without OVERRUN", n - got, n);
	PASS("%d of %d events were lost, with OVERRUN", n - got, n);
}
