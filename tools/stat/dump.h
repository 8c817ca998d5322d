/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * What a ThreadX dump tells of a program as a whole.  The words:
 *
 *   switch       a thread begins to run, and it was not the one that ran last
 *   preemption   a switch away from a thread that was ready to go on, and had
 *                neither used up its time slice nor given way
 *   inversion    a thread waits for a mutex whose owner has a lower priority;
 *                it is bounded if meanwhile no thread of a priority between
 *                the two runs
 */
#ifndef POSIXTRACE_TOOLS_STAT_DUMP_H
#define POSIXTRACE_TOOLS_STAT_DUMP_H

#include <bsd/sys/tree.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trace/reader.h"

struct stat_thread {
	RB_ENTRY(stat_thread) by_address;
	uint64_t address;
	struct posixtrace_object object;
	bool is_registered;		/* there is an object */
	int priority;			/* seen last; -1: never */
	uint64_t events;
	uint64_t run_ticks;
	uint64_t switches;		/* to it */
	uint64_t preemptions;		/* of it */
	uint64_t time_slices;
	uint64_t suspensions;
	uint64_t resumptions;
	uint64_t stack_used;		/* bytes, most; 0: not recorded */
	/* State while reading the events. */
	bool is_suspended;
	bool relinquished;		/* its last call was relinquish ... */
	bool used_slice;		/* ... or its time slice is over */
	uint64_t suspended_at;		/* ticks */
	uint64_t object_address;	/* of its last call */
	uint64_t owner;			/* of the mutex that it requested last */
	size_t waits_for;		/* index of struct stat_wait + 1 */
};

/* Suspensions of all threads for one object, or one reason. */
struct stat_wait {
	uint64_t address;		/* 0: for no object */
	uint64_t state;			/* pxt_threadx_state() */
	uint64_t count;
	uint64_t resumed;		/* of them, in this trace ... */
	uint64_t ticks;			/* ... after so many, together ... */
	uint64_t most_ticks;		/* ... and at most */
};

/* The number of events of one type by one thread. */
struct stat_service {
	RB_ENTRY(stat_service) by_thread;
	uint64_t thread;		/* address; PXT_THREADX_CONTEXT_... */
	uint64_t id;
	unsigned type;			/* of the stream, for its name */
	uint64_t count;
};

RB_HEAD(stat_threads, stat_thread);
RB_PROTOTYPE(stat_threads, stat_thread, by_address, )
RB_HEAD(stat_services, stat_service);
RB_PROTOTYPE(stat_services, stat_service, by_thread, )

enum { STAT_INVERSIONS = 64 };		/* monitored at the same time */

struct stat_dump {
	trace_id_t trid;
	uint64_t events;
	uint64_t span;			/* ticks */
	uint64_t switches;
	uint64_t preemptions;
	uint64_t time_slices;
	uint64_t suspensions;
	uint64_t resumptions;
	uint64_t interrupts;
	uint64_t nested_interrupts;
	uint64_t inversions_bounded;
	uint64_t inversions_unbounded;
	uint64_t interrupt_ticks;
	uint64_t idle_ticks;
	uint64_t initialization_ticks;
	uint64_t core_ticks;		/* the span, for each core */
	unsigned n_cores;
	struct stat_threads threads;
	size_t n_threads;
	struct stat_wait *waits;
	size_t n_waits;
	struct stat_services services;
	size_t n_services;
};

/* Read all events.  False: a failure, which was reported. */
bool stat_dump_count(struct stat_dump *stat, struct reader *reader);
void stat_dump_fini(struct stat_dump *stat);

#endif
