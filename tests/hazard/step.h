/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Signals at every instruction.  The processor's trap flag sends SIGTRAP
 * after each instruction of a trace point; at a chosen one, or at a chosen
 * two, `act` is called in the handler.
 */
#ifndef TESTS_HAZARD_STEP_H
#define TESTS_HAZARD_STEP_H

#include <ucontext.h>

#include "tally.h"

#if defined(__x86_64__)

static unsigned steps;			/* instructions so far */
static unsigned places[2];		/* do it after so many */
static void (*act)(void);
static const ucontext_t *step_context;	/* where `act` is called from */

static void on_step(int signal, siginfo_t *info, void *context)
{
	ucontext_t *interrupted = context;

	(void)signal;
	(void)info;
	steps++;
	step_context = interrupted;
	/* After the last place no more steps. */
	if (places[0] && steps >= places[0] && steps >= places[1])
		interrupted->uc_mcontext.gregs[REG_EFL] &= ~0x100;
	if (steps == places[0] || steps == places[1])
		act();
}

/* The flag is off again in handlers.  128: the red zone. */
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

static inline void take_steps(unsigned first, unsigned second)
{
	steps = 0;
	places[0] = first;
	places[1] = second;
	trap_on();
}

/* Through `body`; how many they were, if no place is given. */
static inline unsigned step_through(void (*body)(void), unsigned first,
			     unsigned second)
{
	take_steps(first, second);
	body();
	trap_off();
	return steps;
}

static inline void catch_steps(int flags)
{
	struct sigaction action = { .sa_sigaction = on_step,
				    .sa_flags = flags | SA_SIGINFO };

	if (HZ_SLOW > 1)
		SKIP("a sanitizer handles signals later");
	SYS(sigaction(SIGTRAP, &action, NULL));
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

/* A second stream, that wants nothing, makes every trace point a slow one. */
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
