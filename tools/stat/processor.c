/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Adds up what threads did; see processor.h. */
#include "stat/processor.h"

#include <stdlib.h>

#include "trace/thread-name.h"

void processor_init(struct processor *processor)
{
	*processor = (struct processor){ 0 };
	places_init(&processor->places);
}

void processor_fini(struct processor *processor)
{
	free(processor->threads);
	places_fini(&processor->places);
}

/* NULL: no memory. */
static struct on_processor *find_thread(struct processor *processor, int64_t pid,
					int64_t tid)
{
	size_t number;

	if (!places_find(&processor->places, 0, (uint64_t)pid, (uint64_t)tid, &number))
		return NULL;
	if (number == processor->room) {
		size_t room = processor->room ? 2 * processor->room : 64;
		struct on_processor *threads = reallocarray(processor->threads, room,
							    sizeof(*threads));

		if (!threads)
			return NULL;
		processor->threads = threads;
		processor->room = room;
	}
	if (number == processor->n)
		processor->threads[processor->n++] = (struct on_processor){
			.pid = pid, .tid = tid,
		};
	return &processor->threads[number];
}

static void note_longest(uint64_t *longest, uint64_t ns)
{
	if (ns > *longest)
		*longest = ns;
}

/* A part of it may be before what is picked.  What a hostile log says may have begun
 * before there was time. */
static void count(struct on_processor *thread, const struct sched_change *change,
		  uint64_t ns, uint64_t from_ns)
{
	uint64_t length = ns > from_ns ? ns - from_ns : 0;

	if (change->ns < length)
		length = change->ns;
	thread->ns[change->from] += length;
	if (change->to != SCHED_RUNS)
		return;
	thread->n_in++;
	thread->n_preempted += change->from == SCHED_READY;
	thread->n_waited += change->from == SCHED_WAITS;
	thread->n_moved += thread->has_cpu && thread->cpu != change->cpu;
	if (change->from == SCHED_READY)
		note_longest(&thread->longest_ready, length);
	if (change->from == SCHED_WAITS)
		note_longest(&thread->longest_wait, length);
}

bool processor_take(struct processor *processor, const struct trace_event *event,
		    uint64_t ns, uint64_t from_ns)
{
	struct on_processor *thread;
	struct sched_change change;

	processor->last_ns = ns;
	if (!sched_take(event, &change))
		return true;
	thread = find_thread(processor, event->info.posix_pid, event->info.posix_tid);
	if (!thread)
		return false;
	count(thread, &change, ns, from_ns);
	thread->state = change.to;
	thread->since = ns;
	thread->cpu = change.cpu;
	thread->has_cpu = true;
	return true;
}

void processor_gap(struct processor *processor)
{
	for (size_t i = 0; i < processor->n; i++) {
		processor->threads[i].state = SCHED_UNKNOWN;
		processor->threads[i].has_cpu = false;
	}
}

static int by_running(const void *a, const void *b)
{
	const struct on_processor *x = a, *y = b;

	if (x->ns[SCHED_RUNS] != y->ns[SCHED_RUNS])
		return x->ns[SCHED_RUNS] > y->ns[SCHED_RUNS] ? -1 : 1;
	if (x->pid != y->pid)
		return x->pid < y->pid ? -1 : 1;
	return (x->tid > y->tid) - (x->tid < y->tid);
}

static void put_name(struct sheet *sheet, trace_id_t trid, int64_t pid, int64_t tid)
{
	struct thread_name room;
	const char *name = thread_name_find(&room, trid, (pid_t)pid, (pid_t)tid);

	if (name)
		sheet_cell_text(sheet, "%s", name);
	else
		sheet_cell_none(sheet);
}

static void put_seconds(struct sheet *sheet, uint64_t ns)
{
	sheet_cell_decimal(sheet, (double)ns / 1e9, 9);
}

static void put_thread(struct sheet *sheet, const struct on_processor *thread)
{
	const uint64_t *ns = thread->ns;
	const uint64_t all = ns[SCHED_RUNS] + ns[SCHED_READY] + ns[SCHED_WAITS];

	put_seconds(sheet, ns[SCHED_RUNS]);
	put_seconds(sheet, ns[SCHED_READY]);
	put_seconds(sheet, ns[SCHED_WAITS]);
	if (all)
		sheet_cell_decimal(sheet, 100.0 * (double)ns[SCHED_RUNS] / (double)all, 2);
	else
		sheet_cell_none(sheet);
	sheet_cell_number(sheet, thread->n_in);
	sheet_cell_number(sheet, thread->n_preempted);
	sheet_cell_number(sheet, thread->n_waited);
	sheet_cell_number(sheet, thread->n_moved);
	put_seconds(sheet, thread->longest_ready);
	put_seconds(sheet, thread->longest_wait);
}

/* What they do at the end lasts until there. */
static void finish(struct processor *processor)
{
	for (size_t i = 0; i < processor->n; i++) {
		struct on_processor *thread = &processor->threads[i];

		if (thread->state != SCHED_ENDED && thread->state != SCHED_UNKNOWN)
			thread->ns[thread->state] += processor->last_ns - thread->since;
		thread->state = SCHED_UNKNOWN;
	}
}

void processor_show(struct processor *processor, struct sheet *sheet, trace_id_t trid)
{
	static const char *const columns[] = {
		">pid", ">tid", "name", ">running", ">ready", ">waiting", ">percent",
		">times in", ">preempted", ">waited", ">moved", ">longest ready",
		">longest wait",
	};

	if (processor->n == 0)
		return;
	finish(processor);
	/* Their places are not needed any more. */
	qsort(processor->threads, processor->n, sizeof(*processor->threads), by_running);
	sheet_table(sheet, "processor", columns, sizeof(columns) / sizeof(columns[0]));
	for (size_t i = 0; i < processor->n; i++) {
		const struct on_processor *thread = &processor->threads[i];

		sheet_row(sheet);
		sheet_cell_signed(sheet, thread->pid);
		sheet_cell_signed(sheet, thread->tid);
		put_name(sheet, trid, thread->pid, thread->tid);
		put_thread(sheet, thread);
	}
	sheet_table_end(sheet);
}
