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
#include "trace/sched-states.h"

struct on_processor {
	int64_t pid, tid;
	uint64_t ns[SCHED_STATES];	/* in each state */
	uint64_t n_in, n_preempted, n_waited;
	uint64_t n_moved;		/* to another processor */
	uint64_t longest_ready, longest_wait;	/* ns */
	uint32_t cpu;
	bool has_cpu;
};

struct processor {
	struct sched_states states;
	struct on_processor *threads;	/* by the numbers that they have there */
	size_t n, room;
};

void processor_init(struct processor *processor);
void processor_fini(struct processor *processor);

/* Take an event that is picked; `ns` since the first one.  False: no memory. */
bool processor_take(struct processor *processor, const struct trace_event *event,
		    uint64_t ns);

/* Events are lost here. */
void processor_gap(struct processor *processor);

/* The table, if there was any such event; nothing is taken after it. */
void processor_show(struct processor *processor, struct sheet *sheet, trace_id_t trid);

#endif
