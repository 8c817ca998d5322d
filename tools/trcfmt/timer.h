/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * starttimer(a, b) and endtimer(a, b): when each pair was last started.
 */
#ifndef POSIXTRACE_TRCFMT_TIMER_H
#define POSIXTRACE_TRCFMT_TIMER_H

#include <bsd/sys/queue.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/tree.h"

/* A limited number: the pairs may come from events, so there is no end to them. */
struct tf_timers {
	RB_HEAD(tf_timer_pairs, tf_timer) pairs;
	TAILQ_HEAD(tf_timer_ages, tf_timer) ages;	/* in the order of
							 * their starts */
	struct tf_timer *room;
	unsigned n;
};

/* Returns 0 or ENOMEM. */
int tf_timers_init(struct tf_timers *timers);
void tf_timers_fini(struct tf_timers *timers);

/* If there is no room for a new pair, the one started first is discarded. */
void tf_timers_start(struct tf_timers *timers, uint64_t a, uint64_t b,
		     int64_t time_ns);

/* Was the pair started?  It remains started. */
bool tf_timers_find(struct tf_timers *timers, uint64_t a, uint64_t b,
		    int64_t *time_ns);

#endif
