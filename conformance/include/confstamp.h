/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* FILTER events and their stamps. */
#ifndef CONFSTAMP_H
#define CONFSTAMP_H

#include "conftest.h"

/* Record events around three changes of the filter, each when the clock may have
 * gone on. */
static inline void ct_change_filter(trace_id_t trid, trace_event_id_t id)
{
	trace_event_set_t set;
	int i;

	SETUP(posix_trace_eventset_empty(&set));
	SETUP(posix_trace_eventset_add(CT_UNNAMED, &set));
	for (i = 0; i < 3; i++) {
		ct_fire(id, i);
		ct_pause();
		SETUP(posix_trace_set_filter(trid, &set, i % 2 == 0 ?
				POSIX_TRACE_ADD_EVENTSET :
				POSIX_TRACE_SUB_EVENTSET));
		ct_pause();
	}
	ct_fire(id, i);
}

/* The number of FILTERs in a stream or log, all of whose events must come in the order
 * of their stamps. */
static inline int ct_stamped_filters(ct_reader *next, trace_id_t trid)
{
	static struct ct_event ev;
	struct timespec last = { 0, 0 };
	int filters = 0;

	while (next(trid, &ev)) {
		if (ct_ts_cmp(ev.info.posix_timestamp, last) < 0)
			FAIL("an event has a stamp before that of the one before");
		last = ev.info.posix_timestamp;
		if (last.tv_nsec < 0 || last.tv_nsec > 999999999)
			FAIL("an event has the stamp %ld s %ld ns",
					(long)last.tv_sec, last.tv_nsec);
		filters += ct_is(trid, &ev, POSIX_TRACE_FILTER) != 0;
	}
	return filters;
}

#endif
