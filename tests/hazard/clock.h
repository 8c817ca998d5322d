/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Time, and letting some go by. */
#ifndef TESTS_HAZARD_CLOCK_H
#define TESTS_HAZARD_CLOCK_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

static inline uint64_t hz_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

/*
 * Are that many seconds not over yet?  For what must not wait for somebody who
 * may never come; a limit leaves room for what else the machine does.
 */
static inline bool hz_is_within(uint64_t begin, unsigned seconds)
{
	return hz_ns() - begin < (uint64_t)seconds * 1000000000;
}

/*
 * Until a point in time, not for what nanosleep() says remains: Linux adds the
 * timer slack, 50 us, to that each time, so under signals that come more often
 * the sleep gets longer instead of shorter, and may never end.
 */
static inline void hz_sleep_ms(unsigned ms)
{
	const uint64_t end = hz_ns() + (uint64_t)ms * 1000000;
	const struct timespec t = { (time_t)(end / 1000000000),
				    (long)(end % 1000000000) };

	/* By the clock: where a signal is always pending it is always EINTR. */
	while (hz_ns() < end)
		clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL);
}

#endif
