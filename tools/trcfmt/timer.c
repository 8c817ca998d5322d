/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * A hash table without growth: a pair is in one of a few neighbouring slots.
 */
#include "timer.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>

struct tf_timer {
	uint64_t a, b;
	int64_t time_ns;
	bool is_used;
};

enum { SLOTS = 16384, NEIGHBOURS = 16 };

int tf_timers_init(struct tf_timers *timers)
{
	timers->slots = calloc(SLOTS + NEIGHBOURS, sizeof(timers->slots[0]));
	return timers->slots ? 0 : ENOMEM;
}

void tf_timers_fini(struct tf_timers *timers)
{
	free(timers->slots);
}

static struct tf_timer *first_slot(const struct tf_timers *timers, uint64_t a,
				   uint64_t b)
{
	uint64_t hash = (a * 0x9e3779b97f4a7c15u ^ b) * 0xff51afd7ed558ccdu;

	return &timers->slots[(hash >> 40) % SLOTS];
}

static bool is_pair(const struct tf_timer *timer, uint64_t a, uint64_t b)
{
	return timer->is_used && timer->a == a && timer->b == b;
}

void tf_timers_start(struct tf_timers *timers, uint64_t a, uint64_t b,
		     int64_t time_ns)
{
	struct tf_timer *first = first_slot(timers, a, b);
	struct tf_timer *best = first;

	/* Slots are never emptied, so the pair is before the first free one. */
	for (unsigned i = 0; i < NEIGHBOURS; i++) {
		struct tf_timer *timer = first + i;

		if (!timer->is_used || is_pair(timer, a, b)) {
			best = timer;
			break;
		}
		if (timer->time_ns < best->time_ns)
			best = timer;
	}
	*best = (struct tf_timer) {
		.a = a,
		.b = b,
		.time_ns = time_ns,
		.is_used = true,
	};
}

bool tf_timers_find(const struct tf_timers *timers, uint64_t a, uint64_t b,
		    int64_t *time_ns)
{
	const struct tf_timer *first = first_slot(timers, a, b);

	for (unsigned i = 0; i < NEIGHBOURS; i++) {
		if (!is_pair(first + i, a, b))
			continue;
		*time_ns = first[i].time_ns;
		return true;
	}
	return false;
}
