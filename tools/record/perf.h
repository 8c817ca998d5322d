/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * What the kernel tells of the threads of a process and of its children by
 * perf_event_open(2): when each gets and leaves a processor, begins, ends, and is
 * named, and its page faults.  There is a ring in memory for each processor, which the kernel writes and
 * this reads.
 */
#ifndef POSIXTRACE_TOOLS_RECORD_PERF_H
#define POSIXTRACE_TOOLS_RECORD_PERF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct perf_target {
	pid_t pid;
	bool is_held;		/* it is about to execute a program, and is recorded from
				 * then on */
	bool has_children;	/* record also those that it makes */
	bool has_faults;	/* and the page faults */
};

struct perf_ring {
	int fd;			/* -1: none any more, or no such processor */
	void *map;
	uint64_t newest;	/* CLOCK_MONOTONIC of the last record */
};

struct perf {
	struct perf_ring *rings;	/* one for each processor */
	size_t n_rings;
	size_t ring_size;		/* of the records */
	int *others;			/* of further threads */
	size_t n_others;
	bool counts_lost;		/* the kernel does */
};

/* Begin.  False: it cannot be done, which has been reported. */
bool perf_open(struct perf *perf, const struct perf_target *target);
void perf_close(struct perf *perf);

enum perf_kind {
	PERF_IN,			/* the thread has a processor */
	PERF_OUT_WAITING,		/* it has none, for it waits */
	PERF_OUT_READY,			/* ... or another thread was to have it */
	PERF_NEW,			/* it was made, by the thread `by` */
	PERF_END,
	PERF_NAME,			/* it is called `name`, */
	PERF_EXEC,			/* ... since it executes another program */
	PERF_FULL,			/* from here on records of the processor may be
					 * missing, until the next one ... */
	PERF_LOST,			/* ... which says that `n` are */
	PERF_FAULT,			/* of `address`, by code at `code` */
};

struct perf_record {
	enum perf_kind kind;
	uint64_t ns;			/* CLOCK_MONOTONIC */
	pid_t pid;
	pid_t tid;
	uint32_t cpu;
	pid_t by;
	uint64_t n;
	uint64_t since;			/* of a loss: time of the record before it */
	uint64_t address, code;
	char name[16];
	size_t number;			/* for the taker */
};

/* Call take() for each record that a ring has. */
typedef void perf_take(void *context, const struct perf_record *record);
void perf_read(struct perf *perf, size_t ring, perf_take *take, void *context);

/* How many records are missing so far, at least.  False: this kernel does not count. */
bool perf_count_lost(const struct perf *perf, uint64_t *n);

#endif
