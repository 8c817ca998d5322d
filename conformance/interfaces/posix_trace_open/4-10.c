/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * OPEN-4: everything comes back as it was recorded.
 *
 * Source: XSH posix_trace_shutdown() DESCRIPTION, XSH posix_trace_open()
 * DESCRIPTION; TRL; derived.
 *
 * Stamps are not coarser than the resolution that the attributes tell: between two
 * events of a log comes one of a stream, and so do their stamps.
 */
#define NEEDS (CT_LOG)
#include "confclock.h"

enum { N = 200 };

/* What the clock of the stream does not tell apart, and a little for a conversion. */
static double slack(trace_id_t trid)
{
	struct timespec tick;
	trace_attr_t attr;

	SETUP(posix_trace_get_attr(trid, &attr));
	SETUP(posix_trace_attr_getclockres(&attr, &tick));
	return 1e-4 + ct_between((struct timespec){ 0, 0 }, tick);
}

/* The stamps of the events with the numbers 0 to N - 1. */
static void stamps(ct_reader *next, trace_id_t trid, struct timespec *to)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type_in(trid, "conformance a");
	int i;

	for (i = 0; i < N; i++) {
		if (!ct_find(next, trid, &ev, id) || ct_number(&ev) != i)
			FAIL("expected event %d of %d", i, N);
		to[i] = ev.info.posix_timestamp;
	}
}

static void test(void)
{
	static struct timespec live[N], logged[N];
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid = ct_running_for(N), log = ct_logging_for(N);
	double more = slack(trid) + slack(log);
	int i;

	for (i = 0; i < N; i++) {
		ct_fire(id, i);
		if (i % 20 == 0)
			ct_pause();
	}
	SETUP(posix_trace_shutdown(log));
	stamps(ct_try, trid, live);
	stamps(ct_read, ct_reopen(), logged);
	for (i = 1; i < N - 1; i++)
		if (ct_between(live[i - 1], logged[i]) < -more ||
		    ct_between(logged[i], live[i + 1]) < -more)
			FAIL("event %d of the log is %g s after the one before it "
					"in a stream, and %g s before the next one",
					i, ct_between(live[i - 1], logged[i]),
					ct_between(logged[i], live[i + 1]));
	PASS("%d stamps of a log lie between those of a stream", N - 2);
}
