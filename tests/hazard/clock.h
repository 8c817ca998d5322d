/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Reading the time, and waiting. */
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
 * Have fewer seconds passed?  For waiting loops that must end with a failure if
 * their condition is never met.  The limit has room for a loaded machine.
 */
static inline bool hz_is_within(uint64_t begin, unsigned seconds)
{
	return hz_ns() - begin < (uint64_t)seconds * 1000000000;
}

/*
 * Wait until a point in time, not for the remaining time that nanosleep()
 * returns: Linux adds the timer slack of 50 us to that each time.  If signals
 * come more often than that, the sleep would get longer each time and might
 * never end.
 */
static inline void hz_sleep_ms(unsigned ms)
{
	const uint64_t end = hz_ns() + (uint64_t)ms * 1000000;
	const struct timespec t = { (time_t)(end / 1000000000),
				    (long)(end % 1000000000) };

	/* The clock decides: with signals pending all the time, the call always
	 * returns EINTR. */
	while (hz_ns() < end)
		clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL);
}

#endif
