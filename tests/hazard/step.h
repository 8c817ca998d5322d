/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Signals at every instruction.  With the processor's trap flag set, SIGTRAP
 * comes after each instruction of a trace point.  After a chosen one, or two
 * chosen ones, the handler calls `act`.
 *
 * A trap costs as much as some thousand instructions.  Stepping to each place
 * would take minutes, and an event that is that slow does not take the fast
 * path.  So the instructions that were stepped through are kept (struct way).
 * The next time, a breakpoint is set at the last known instruction before the
 * place, the program runs to it at full speed, and is stepped only from there
 * on.  In a long loop only the first iterations are tried.
 *
 * A loop over all places:
 *
 *	for (way_begin(&way, late); way_next(&way, 1);) {
 *		step_through(&way, body, 0);
 *		...
 *	}
 */
#ifndef TESTS_HAZARD_STEP_H
#define TESTS_HAZARD_STEP_H

#include <stddef.h>
#include <sys/mman.h>
#include <ucontext.h>

#include "tally.h"

#if defined(__x86_64__)

/* The instructions of a body: at[i] is reached after i instructions. */
enum { WAY_MAX = 1 << 17 };
struct way {
	unsigned place;		/* the number of the place to try */
	unsigned n;		/* number of known places */
	unsigned misses;	/* misses in a row: other instructions were executed */
	bool late;		/* so long after the last event that the fast path is not taken */
	unsigned ends;		/* ends in a row: the place was not reached */
	bool plain;		/* do not use breakpoints */
	bool missed, ended;
	unsigned char *at[WAY_MAX];
};

static unsigned steps;			/* instructions executed so far */
static unsigned places[2];		/* call `act` after so many instructions */
static void (*act)(void);
static const ucontext_t *step_context;	/* the state of the interrupted code */

static struct way *stepped;
static __thread bool stepping;		/* set in the thread to interrupt */
static volatile bool over_now;		/* ignore further traps */
static unsigned n_reached, n_missed;	/* counted over all ways */

/* Code in which breakpoints can be set. */
static struct { unsigned char *begin, *end; } code[32];
static unsigned n_code;

static struct {
	unsigned char *volatile at;	/* NULL: no breakpoint is set */
	unsigned char covered;		/* the byte that it replaces */
	unsigned place;
} breakpoint;

enum { TRAP_FLAG = 0x100, INT3 = 0xcc };

/* Counts executions of each instruction since take_steps(), up to WORN.  Two
 * instructions may share a counter. */
enum { WORN = 8 };
static unsigned char executed[1 << 14];

/* Was the instruction executed so often, as in a long loop, that one more
 * execution need not be tried? */
static inline bool is_worn(const unsigned char *at)
{
	unsigned char *n = &executed[(uintptr_t)at % sizeof(executed)];

	*n += *n <= WORN;
	return *n > WORN;
}

static inline void remove_breakpoint(void)
{
	if (breakpoint.at) {
		*(volatile unsigned char *)breakpoint.at = breakpoint.covered;
		breakpoint.at = NULL;
	}
}

static void on_step(int signal, siginfo_t *info, void *context)
{
	ucontext_t *interrupted = context;
	greg_t *regs = interrupted->uc_mcontext.gregs;

	(void)signal;
	(void)info;
	if (!stepping) {
		/* Another thread ran into the breakpoint: execute the
		 * instruction again, until the breakpoint is removed. */
		regs[REG_RIP]--;
		return;
	}
	if (over_now) {
		regs[REG_EFL] &= ~TRAP_FLAG;
		return;
	}
	if (breakpoint.at) {
		steps = breakpoint.place;
		regs[REG_RIP] = (greg_t)breakpoint.at;
		regs[REG_EFL] |= TRAP_FLAG;
		remove_breakpoint();
	} else {
		steps++;
	}
	/* Try the next place that is not worn instead. */
	if (is_worn((unsigned char *)regs[REG_RIP]) && steps == places[0])
		places[0]++;
	if (steps <= places[0] && steps < WAY_MAX) {
		stepped->at[steps] = (unsigned char *)regs[REG_RIP];
		if (stepped->n < steps)
			stepped->n = steps;
	}
	step_context = interrupted;
	/* No more steps after the last place. */
	if (steps >= places[0] && steps >= places[1])
		regs[REG_EFL] &= ~TRAP_FLAG;
	if (steps == places[0] || steps == places[1])
		act();
}

/* The trap flag is clear in handlers. 128: the size of the red zone. */
static inline void trap_on(void)
{
	__asm__ volatile("lea -128(%%rsp), %%rsp\n\tpushfq\n\t"
			 "orq $0x100, (%%rsp)\n\tpopfq\n\t"
			 "lea 128(%%rsp), %%rsp" ::: "memory", "cc");
}

static inline void trap_off(void)
{
	__asm__ volatile("lea -128(%%rsp), %%rsp\n\tpushfq\n\t"
			 "andq $~0x100, (%%rsp)\n\tpopfq\n\t"
			 "lea 128(%%rsp), %%rsp" ::: "memory", "cc");
}

static inline bool can_be_written(const unsigned char *at)
{
	for (unsigned i = 0; i < n_code; i++)
		if (at >= code[i].begin && at < code[i].end)
			return true;
	return false;
}

/* The last place up to `place` at which a breakpoint can be set and whose
 * instruction is not executed earlier; 0 if there is none. */
static inline unsigned nearest_place(const struct way *way, unsigned place)
{
	for (; place > 0; place--) {
		unsigned i = 1;

		if (!can_be_written(way->at[place]))
			continue;
		while (way->at[i] != way->at[place])
			i++;
		if (i == place)
			return place;
	}
	return 0;
}

static inline void way_begin(struct way *way, bool late)
{
	memset(way, 0, offsetof(struct way, at));
	way->late = late;
}

/* For bodies that execute other instructions each time: no breakpoints, every
 * instruction is stepped through. */
static inline void way_begin_plain(struct way *way, unsigned offset)
{
	way_begin(way, false);
	way->plain = true;
	way->place = offset;
}

/*
 * Trying every place of such a body takes minutes.  So only every `stride`-th
 * is tried, with another offset each time; with $PXT_FULL every `full`-th.
 */
static inline unsigned way_stride(unsigned stride, unsigned full,
				  unsigned *offset)
{
	if (getenv("PXT_FULL"))
		stride = full;
	*offset = (unsigned)(hz_ns() / 1000 % stride);
	printf("one place of %u, from %u\n", stride, *offset);
	return stride;
}

/* Go to the next place, `stride` further; false: after the last one. */
static inline bool way_next(struct way *way, unsigned stride)
{
	if (way->ended)
		return false;
	if (!way->missed)
		way->place += stride;
	else if (way->misses && way->misses % 4 == 0)
		way->n /= 2;
	return true;
}

/* Step through the code up to take_no_steps().  `act` is called at the place of
 * the way, and once more `distance` instructions later if that is not 0. */
static inline void take_steps(struct way *way, unsigned distance)
{
	enum { LATE_MS = 2 };

	if (way->late)
		hz_sleep_ms(LATE_MS);
	over_now = false;
	steps = 0;
	places[0] = way->place;
	places[1] = distance ? way->place + distance : 0;
	stepping = true;
	stepped = way;
	memset(executed, 0, sizeof(executed));
	breakpoint.place = way->plain ? 0 :
		nearest_place(way, way->place < way->n ? way->place : way->n);
	if (!breakpoint.place) {
		trap_on();
		return;
	}
	breakpoint.covered = *way->at[breakpoint.place];
	breakpoint.at = way->at[breakpoint.place];
	/* From here on the handler may be called. */
	atomic_signal_fence(memory_order_seq_cst);
	*(volatile unsigned char *)breakpoint.at = INT3;
	atomic_signal_fence(memory_order_seq_cst);
}

static inline void take_no_steps(void)
{
	/* End here, whether by traps or by a breakpoint. */
	over_now = true;
	trap_off();
	stepped->missed = breakpoint.at != NULL;
	remove_breakpoint();
	if (stepped->missed) {
		stepped->misses++;
		n_missed++;
	} else {
		stepped->misses = 0;
		n_reached++;
	}
	stepped->place = places[0];
	/* Another execution may be longer, so the end is not final yet. */
	if (steps < places[0]) {
		stepped->ends += !stepped->missed;
		stepped->missed = true;
	} else {
		stepped->ends = 0;
	}
	stepped->ended = stepped->ends >= (stepped->plain ? 1 : 8);
	stepping = false;
}

static inline void step_through(struct way *way, void (*body)(void),
				unsigned distance)
{
	take_steps(way, distance);
	body();
	take_no_steps();
}

/* Code to which no breakpoint is written stays shared with other processes. */
static inline void make_code_writable(void)
{
	FILE *maps = fopen("/proc/self/maps", "re");
	char line[512];

	CHECK(maps, "/proc/self/maps");
	while (fgets(line, sizeof(line), maps)) {
		unsigned long begin, end;
		char mode[5];

		if (sscanf(line, "%lx-%lx %4s", &begin, &end, mode) != 3 ||
		    strcmp(mode, "r-xp") != 0 || !strchr(line, '/') ||
		    n_code == sizeof(code) / sizeof(code[0]))
			continue;
		if (mprotect((void *)begin, end - begin,
			     PROT_READ | PROT_WRITE | PROT_EXEC) < 0)
			continue;
		code[n_code].begin = (unsigned char *)begin;
		code[n_code++].end = (unsigned char *)end;
	}
	fclose(maps);
}

/* A missed place is tried again, but not more often than this. */
static inline void report_reached(void)
{
	printf("%u places, and %u times missed\n", n_reached, n_missed);
}

static inline void catch_steps(int flags)
{
	struct sigaction action = { .sa_sigaction = on_step,
				    .sa_flags = flags | SA_SIGINFO };

	if (HZ_SLOW > 1)
		SKIP("a sanitizer handles signals later");
	SYS(sigaction(SIGTRAP, &action, NULL));
	make_code_writable();
	CHECK(atexit(report_reached) == 0, "atexit");
}

static inline void record_once(void)
{
	record(0);
}

static inline void record_in_handler(void)
{
	record(1);
}

__attribute__((noinline, unused))
static void record_from_deep(void)
{
	volatile char room[64 << 10];

	room[0] = room[sizeof(room) - 1] = 0;
	record(0);
}

/* With a second stream, which filters all events, the fast path of a single
 * stream is not used. */
static inline trace_id_t second_stream(void)
{
	trace_event_set_t all;
	trace_id_t trid = hz_create(&(struct hz_setup){ .size = 4096 });

	OK(posix_trace_eventset_fill(&all, POSIX_TRACE_ALL_EVENTS));
	OK(posix_trace_set_filter(trid, &all, POSIX_TRACE_SET_EVENTSET));
	return trid;
}

#else

static inline void nothing(void)
{
	SKIP("no trap flag on this machine");
}

#endif
#endif
