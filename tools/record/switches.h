/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The threads that `record --sched` knows, and what they did, until that is in the log. */
#ifndef POSIXTRACE_TOOLS_RECORD_SWITCHES_H
#define POSIXTRACE_TOOLS_RECORD_SWITCHES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <trace.h>

#include "base/tree.h"
#include "record/perf.h"

enum state {
	STATE_UNKNOWN,
	STATE_RUNS,
	STATE_WAITS,
	STATE_READY,			/* preempted, or it has yielded */
	STATE_NEW,			/* ready for the first time */
	STATE_ENDED,
};

struct change;

struct thread {
	RB_ENTRY(thread) by_tid;
	pid_t tid, pid;
	enum state state;
	uint64_t since;			/* ... it is in it */
	uint32_t cpu;			/* ... it has, if it runs */
	char name[16];
	struct change *changes;		/* not in the log yet */
	size_t n, room;
};

RB_HEAD(threads, thread);

/* The types of events, as sched.h has them. */
enum { TYPE_IN, TYPE_OUT, TYPE_STILL, TYPE_FAULT, TYPES };

struct switches {
	trace_id_t trid;
	trace_event_id_t types[TYPES];
	struct threads threads;
	size_t n_changes;		/* of all threads */
	int64_t added_ns;		/* when some were added last */
	uint64_t n_lost;		/* events, as the log tells */
};

/* False: there are no types, which has been reported. */
bool switches_init(struct switches *switches, trace_id_t trid, bool has_faults);
void switches_fini(struct switches *switches);

/* NULL: it is not known. */
struct thread *switches_find(struct switches *switches, pid_t tid);

/* NULL: no memory; it is lost, then. */
struct thread *switches_make(struct switches *switches, pid_t pid, pid_t tid, uint64_t ns,
			     enum state state);

/* The thread gets or leaves a processor: it is in another state since then. */
void switches_change(struct switches *switches, struct thread *thread, uint64_t ns,
		     uint32_t cpu, enum state state);

/* It has had a page fault there. */
void switches_fault(struct switches *switches, struct thread *thread,
		    const struct perf_record *record);

/* What threads do is not known any more, but of those that have another processor. */
void switches_doubt(struct switches *switches, uint32_t cpu);

/* At the end: all that they did until then is known, and what they still do. */
void switches_still(struct switches *switches, uint64_t ns);

/* Events are missing in the log. */
void switches_lose(struct switches *switches, uint64_t n, uint64_t since, uint64_t until);

/* Add all changes to the log. */
void switches_add(struct switches *switches);

/* When there are so many, or so old. */
bool switches_are_due(const struct switches *switches);

#endif
