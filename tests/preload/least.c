/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Compiled with -finstrument-functions: functions that take long, some without a call
 * of another one, among thousands that do not (least.sh).
 */
#include <stdint.h>
#include <time.h>
#include <unistd.h>

enum { TIMES = 5, SHORT = 2000, MS = 1000000 };

#define PLAIN __attribute__((noinline))
#define UNSEEN __attribute__((noinline, no_instrument_function))

UNSEEN static uint64_t now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

UNSEEN static void pass(uint64_t ns)
{
	const uint64_t end = now() + ns;

	while (now() < end)
		;
}

PLAIN static void is_short(void)
{
	__asm__ volatile("" ::: "memory");
}

PLAIN static void is_long(void)
{
	pass(4 * MS);
}

PLAIN static int repeats(int n)
{
	int below;

	pass(3 * MS);
	below = n ? repeats(n - 1) : 0;
	__asm__ volatile("" : "+r"(below));
	return below + 1;
}

PLAIN static void contains(void)
{
	for (int i = 0; i < SHORT; i++)
		is_short();
	pass(4 * MS);
	is_long();
	is_short();
}

int main(void)
{
	int n = 0;

	for (int i = 0; i < TIMES; i++) {
		contains();
		is_short();
		n += repeats(2);
	}
	return n != 3 * TIMES;
}
