/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Choosing and anchoring the clock of time stamps. */
#include "base/clock.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>
#if defined(__x86_64__)
#include <cpuid.h>
#endif
#include <sys/prctl.h>

#include "base/atomic.h"

uint64_t pxt_clock_ns(clockid_t clock)
{
	struct timespec now;

	clock_gettime(clock, &now);
	return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

#if defined(__x86_64__)
#define HAS_COUNTER 1
static const char counter_name[] = "tsc\n";

/*
 * Does the counter run at one rate in every power state?  Asked once: CPUID may
 * take 16 microseconds in a virtual machine, a tenth of a create.
 */
static bool counter_is_invariant(void)
{
	enum { UNKNOWN, YES, NO };
	static _Atomic int answer;
	unsigned a, b, c, d;

	if (pxt_load_relaxed(&answer) == UNKNOWN)
		pxt_store_relaxed(&answer,
				  __get_cpuid(0x80000007, &a, &b, &c, &d) &&
				  (d & 1u << 8) ? YES : NO);
	return pxt_load_relaxed(&answer) == YES;
}

#elif defined(__aarch64__)
#define HAS_COUNTER 1
static const char counter_name[] = "arch_sys_counter\n";

static bool counter_is_invariant(void)
{
	return true;
}
#else
#define HAS_COUNTER 0
#endif

#if HAS_COUNTER
/*
 * Does the kernel find the counters of all processors synchronous?  Then it uses
 * them itself.  It does not in qemu's user emulation, whose counter of arm64 is the
 * time of day in microseconds.
 */
static bool kernel_trusts_counter(void)
{
	char name[32] = "";
	int fd = open("/sys/devices/system/clocksource/clocksource0/"
		      "current_clocksource", O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		return false;
	if (read(fd, name, sizeof(name) - 1) < 0)
		name[0] = '\0';
	close(fd);
	return strcmp(name, counter_name) == 0;
}

/* May this process read it, without SIGSEGV?  See PR_SET_TSC in prctl(2). */
static bool counter_is_allowed(void)
{
	int mode = PR_TSC_ENABLE;

	return prctl(PR_GET_TSC, &mode) != 0 || mode == PR_TSC_ENABLE;
}

enum pxt_clock_kind pxt_clock_best(void)
{
	return counter_is_invariant() && counter_is_allowed() &&
	       kernel_trusts_counter() ?
	       PXT_CLOCK_COUNTER : PXT_CLOCK_MONOTONIC;
}
#else
enum pxt_clock_kind pxt_clock_best(void)
{
	return PXT_CLOCK_MONOTONIC;
}
#endif

bool pxt_clock_is_readable(uint32_t kind)
{
#if HAS_COUNTER
	if (kind == PXT_CLOCK_COUNTER)
		return counter_is_allowed();
#endif
	return kind == PXT_CLOCK_MONOTONIC;
}

struct pxt_anchor pxt_clock_anchor(enum pxt_clock_kind kind)
{
	struct pxt_anchor best = {0};
	uint64_t narrowest = UINT64_MAX;

	if (kind == PXT_CLOCK_MONOTONIC) {
		best.ns = best.ticks = pxt_clock_ns(CLOCK_MONOTONIC);
		return best;
	}
	/* Of a few pairs of readings, use the one that took the least time. */
	for (int i = 0; i < 5; i++) {
		uint64_t before = pxt_clock_counter();
		uint64_t ns = pxt_clock_ns(CLOCK_MONOTONIC);
		uint64_t width = pxt_clock_counter() - before;

		if (width < narrowest) {
			narrowest = width;
			best.ticks = before + width / 2;
			best.ns = ns;
		}
	}
	return best;
}

uint64_t pxt_clock_resolution_ns(void)
{
	struct timespec res;

	/* A counter is finer, but time stamps are whole nanoseconds. */
	if (clock_getres(CLOCK_MONOTONIC, &res) != 0 || res.tv_sec != 0 ||
	    res.tv_nsec < 1)
		return 1;
	return (uint64_t)res.tv_nsec;
}
