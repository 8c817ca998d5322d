/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Timers, in a tree by their pairs and in a queue by when they were started. */
#include "timer.h"

#include <errno.h>
#include <stdlib.h>

struct tf_timer {
	RB_ENTRY(tf_timer) by_pair;
	TAILQ_ENTRY(tf_timer) by_age;
	uint64_t a, b;
	int64_t time_ns;
};

enum { TIMERS_MAX = 16384 };

static int compare(struct tf_timer *x, struct tf_timer *y)
{
	if (x->a != y->a)
		return x->a < y->a ? -1 : 1;
	return x->b < y->b ? -1 : x->b > y->b;
}

PXT_RB_GENERATE(tf_timer_pairs, tf_timer, by_pair, compare)

int tf_timers_init(struct tf_timers *timers)
{
	RB_INIT(&timers->pairs);
	TAILQ_INIT(&timers->ages);
	timers->n = 0;
	timers->room = calloc(TIMERS_MAX, sizeof(*timers->room));
	return timers->room ? 0 : ENOMEM;
}

void tf_timers_fini(struct tf_timers *timers)
{
	free(timers->room);
}

static struct tf_timer *find(struct tf_timers *timers, uint64_t a, uint64_t b)
{
	struct tf_timer key = { .a = a, .b = b };

	return RB_FIND(tf_timer_pairs, &timers->pairs, &key);
}

/* An entry for a new pair: an unused one, or the oldest. */
static struct tf_timer *take(struct tf_timers *timers, uint64_t a, uint64_t b)
{
	struct tf_timer *timer;

	if (timers->n < TIMERS_MAX) {
		timer = &timers->room[timers->n++];
	} else {
		timer = TAILQ_FIRST(&timers->ages);
		TAILQ_REMOVE(&timers->ages, timer, by_age);
		RB_REMOVE(tf_timer_pairs, &timers->pairs, timer);
	}
	timer->a = a;
	timer->b = b;
	RB_INSERT(tf_timer_pairs, &timers->pairs, timer);
	return timer;
}

void tf_timers_start(struct tf_timers *timers, uint64_t a, uint64_t b,
		     int64_t time_ns)
{
	struct tf_timer *timer = find(timers, a, b);

	if (timer)
		TAILQ_REMOVE(&timers->ages, timer, by_age);
	else
		timer = take(timers, a, b);
	timer->time_ns = time_ns;
	TAILQ_INSERT_TAIL(&timers->ages, timer, by_age);
}

bool tf_timers_find(struct tf_timers *timers, uint64_t a, uint64_t b,
		    int64_t *time_ns)
{
	const struct tf_timer *timer = find(timers, a, b);

	if (timer)
		*time_ns = timer->time_ns;
	return timer;
}
