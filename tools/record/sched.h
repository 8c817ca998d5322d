/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * `record --sched`: who had the processor.  A thread of the recorder reads what the
 * kernel tells of the threads that are recorded (perf.h), and adds an event to the log
 * for each time that one gets a processor or leaves it, and of each that has not ended
 * when recording ends:
 *
 *   posixtrace_sched_in     cpu, off_ns: how long it had none, after: what it did then
 *   posixtrace_sched_out    cpu, ran_ns: how long it had it, state: what it does now
 *   posixtrace_sched_still  cpu: that it had last, for_ns: so long, state: it does this
 *
 * and, with `--sched=faults`, for each page that it had not in its memory:
 *
 *   posixtrace_page_fault   cpu, address, code: what has accessed it
 */
#ifndef POSIXTRACE_TOOLS_RECORD_SCHED_H
#define POSIXTRACE_TOOLS_RECORD_SCHED_H

#include <trace.h>

#include "record/perf.h"

struct sched;

/* Begin, before the target executes its program.  NULL: it cannot be done, which has
 * been reported. */
struct sched *sched_begin(trace_id_t trid, const struct perf_target *target);

/* What has come so far is in the log then.  Frees it; NULL is allowed.  Returns how many
 * records are lost, as the log tells, too. */
uint64_t sched_end(struct sched *sched);

#endif
