/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Who had the processor, of a trace that `record --sched` has made: how long each
 * thread ran, was ready but had no processor, and waited.
 */
#ifndef POSIXTRACE_TOOLS_STAT_PROCESSOR_H
#define POSIXTRACE_TOOLS_STAT_PROCESSOR_H

#include <stdbool.h>
#include <stdint.h>

#include "common/sheet.h"
#include "trace/places.h"
#include "trace/sched.h"

struct on_processor {
	int64_t pid, tid;
	uint64_t ns[SCHED_STATES];	/* in each state */
	uint64_t n_in, n_preempted, n_waited;
	uint64_t n_moved;		/* to another processor */
	uint64_t longest_ready, longest_wait;	/* ns */
	enum sched_state state;		/* since `since` */
	uint64_t since;
	uint32_t cpu;
	bool has_cpu;
};

struct processor {
	struct places places;
	struct on_processor *threads;	/* by the numbers of their places */
	size_t n, room;
	uint64_t last_ns;		/* of any event */
};

void processor_init(struct processor *processor);
void processor_fini(struct processor *processor);

/* Take an event that is picked; `ns` since the first one.  What a thread did before is
 * counted from `from_ns` on.  False: no memory. */
bool processor_take(struct processor *processor, const struct trace_event *event,
		    uint64_t ns, uint64_t from_ns);

/* After a gap nothing is known of any thread until its next event. */
void processor_gap(struct processor *processor);

/* The table, if there was any such event; nothing is taken after it. */
void processor_show(struct processor *processor, struct sheet *sheet, trace_id_t trid);

#endif
