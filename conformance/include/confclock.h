/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The stamps of events, compared with a clock and with each other. */
#ifndef CONFCLOCK_H
#define CONFCLOCK_H

#include "conftest.h"

static inline double ct_between(struct timespec from, struct timespec to)
{
	return (double)(to.tv_sec - from.tv_sec) +
		(double)(to.tv_nsec - from.tv_nsec) / 1e9;
}

/* The seconds between two events by a clock: at least inner, at most outer, and what
 * the stamps may differ from that. */
struct ct_apart {
	double inner, outer, slack;
};

static trace_event_id_t ct_apart_id;

static inline void ct_fire_apart(trace_id_t trid, int number)
{
	(void)trid;
	ct_fire(ct_apart_id, number);
}

/* `act` records the first event with 0, and the second, a moment later, with 1. */
static inline struct ct_apart ct_apart(trace_id_t trid,
		void (*act)(trace_id_t, int))
{
	struct ct_apart apart;
	struct timespec tick;
	trace_attr_t attr;
	double before;

	SETUP(posix_trace_get_attr(trid, &attr));
	SETUP(posix_trace_attr_getclockres(&attr, &tick));
	apart.slack = 0.03 + ct_between((struct timespec){ 0, 0 }, tick);
	before = ct_now();
	act(trid, 0);
	apart.inner = ct_now();
	CT_WATCH(0);
	CT_WATCH(0);
	apart.inner = ct_now() - apart.inner;
	act(trid, 1);
	apart.outer = ct_now() - before;
	return apart;
}

/* The stamps of the next event of type `first` and of the next of type `second` say
 * that, too.  Returns their distance. */
static inline double ct_must_be_apart(const struct ct_apart *apart,
		ct_reader *next, trace_id_t trid, trace_event_id_t first,
		trace_event_id_t second)
{
	static struct ct_event ev;
	struct timespec stamp;
	double gap;

	if (!ct_find(next, trid, &ev, first))
		FAIL("expected two events, got none");
	stamp = ev.info.posix_timestamp;
	if (!ct_find(next, trid, &ev, second))
		FAIL("expected two events, got one");
	gap = ct_between(stamp, ev.info.posix_timestamp);
	/* Clocks may differ in rate, and the stamp's may be coarse. */
	if (gap < apart->inner * 0.9 - apart->slack ||
	    gap > apart->outer * 1.1 + apart->slack)
		FAIL("expected a gap from %.3f to %.3f s, got %.3f s",
				apart->inner, apart->outer, gap);
	return gap;
}

/* A LOOP stream is overwritten by 3 n events.  OVERFLOW is as old as the first that it
 * loses; a second stream, large enough, shows when this one, with the number, was
 * recorded. */
static inline void ct_must_date_overflow(trace_id_t trid, trace_id_t large,
		int n, int number)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	struct timespec first;
	double gap;
	int i;

	for (i = 0; i < 3 * n; i++)
		posix_trace_event(id, "0123456789012345678901234567890123456789"
				"012345678901234567890123", 64);
	if (!ct_find_number(ct_try, large, &ev, number))
		FAIL("expected the first event in the large stream");
	first = ev.info.posix_timestamp;
	if (!ct_find(ct_try, trid, &ev, POSIX_TRACE_OVERFLOW))
		FAIL("expected OVERFLOW; it did not come");
	gap = ct_between(first, ev.info.posix_timestamp);
	if (gap > 0.05)
		FAIL("OVERFLOW is %.3f s younger than the first event that "
				"was lost", gap);
}

#endif
