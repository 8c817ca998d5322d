/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Adds up what threads did; see processor.h. */
#include "stat/processor.h"

#include <stdlib.h>

#include "trace/thread-name.h"

void processor_init(struct processor *processor)
{
	*processor = (struct processor){ 0 };
	sched_states_init(&processor->states);
}

void processor_fini(struct processor *processor)
{
	free(processor->threads);
	sched_states_fini(&processor->states);
}

/* NULL: no memory. */
static struct on_processor *find_thread(struct processor *processor, size_t number,
					const struct posix_trace_event_info *info)
{
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
			.pid = info->posix_pid, .tid = info->posix_tid,
		};
	return &processor->threads[number];
}

static void count_span(struct on_processor *thread, const struct sched_span *span)
{
	uint64_t length = sched_span_is_known(span) ? span->end - span->begin : 0;

	thread->ns[span->state] += length;
	if (span->state == SCHED_READY && length > thread->longest_ready)
		thread->longest_ready = length;
	if (span->state == SCHED_WAITS && length > thread->longest_wait)
		thread->longest_wait = length;
}

static void count_change(struct on_processor *thread, const struct sched_change *change)
{
	if (change->to == SCHED_RUNS) {
		thread->n_in++;
		thread->n_preempted += change->from == SCHED_READY;
		thread->n_waited += change->from == SCHED_WAITS;
		thread->n_moved += thread->has_cpu && thread->cpu != change->cpu;
	}
	thread->cpu = change->cpu;
	thread->has_cpu = true;
}

bool processor_take(struct processor *processor, const struct trace_event *event,
		    uint64_t ns)
{
	struct on_processor *thread;
	struct sched_step step;

	switch (sched_states_take(&processor->states, event, ns, &step)) {
	case SCHED_OTHER:
		return true;
	case SCHED_NO_MEMORY:
		return false;
	case SCHED_STEP:
		break;
	}
	thread = find_thread(processor, step.thread, &event->info);
	if (!thread)
		return false;
	count_span(thread, &step.before);
	count_span(thread, &step.span);
	count_change(thread, &step.change);
	return true;
}

void processor_gap(struct processor *processor)
{
	sched_states_gap(&processor->states);
	for (size_t i = 0; i < processor->n; i++)
		processor->threads[i].has_cpu = false;
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

static void finish(struct processor *processor)
{
	for (size_t i = 0; i < processor->n; i++) {
		const struct sched_span rest = sched_states_rest(&processor->states, i);

		count_span(&processor->threads[i], &rest);
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
	/* Their numbers are not needed any more. */
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
