/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* From what threads did to events of theirs in the log; see switches.h. */
#include "record/switches.h"

#include <posixtrace.h>
#include <stdlib.h>
#include <string.h>

#include "common/nanoseconds.h"
#include "common/tool.h"
#include "trace/sched.h"

enum {
	KEEP_MOST = 8192,
	KEEP_NS = 1000000000,
	DATA_MOST = 32,
};

static const char *const words[] = {
	[STATE_UNKNOWN] = "unknown",
	[STATE_RUNS] = SCHED_WORD_RUNNING,
	[STATE_WAITS] = SCHED_WORD_WAITING,
	[STATE_READY] = SCHED_WORD_PREEMPTED,
	[STATE_NEW] = SCHED_WORD_NEW,
	[STATE_ENDED] = SCHED_WORD_ENDED,
};

struct change {
	uint64_t ns;
	uint64_t length;		/* of what it has done until then; 0: not known */
	uint32_t cpu;
	uint16_t type;			/* of `types` */
	uint16_t state;			/* the word of the event */
	uint64_t address, code;		/* of a page fault */
};

static int compare_tids(const struct thread *a, const struct thread *b)
{
	return (a->tid > b->tid) - (a->tid < b->tid);
}

PXT_RB_GENERATE(threads, thread, by_tid, compare_tids)

bool switches_init(struct switches *switches, trace_id_t trid, bool has_faults)
{
	static const struct {
		const char *name, *arguments;
	} types[] = {
		[TYPE_IN] = { sched_in_name, "cpu:u32 off_ns:u64 after:str" },
		[TYPE_OUT] = { sched_out_name, "cpu:u32 ran_ns:u64 state:str" },
		[TYPE_STILL] = { sched_still_name, "cpu:u32 for_ns:u64 state:str" },
		[TYPE_FAULT] = { sched_fault_name, "cpu:u32 address:ptr code:ptr" },
	};
	const size_t n = has_faults ? TYPES : TYPE_FAULT;

	switches->trid = trid;
	switches->added_ns = ns_now();
	RB_INIT(&switches->threads);
	for (size_t i = 0; i < n; i++) {
		int err = posixtrace_open_type(switches->trid, types[i].name,
					       types[i].arguments, &switches->types[i]);

		if (!err)
			continue;
		tool_note("--sched: its event types: %s; recording goes on without "
			  "--sched", strerror(err));
		return false;
	}
	return true;
}

void switches_lose(struct switches *switches, uint64_t n, uint64_t since, uint64_t until)
{
	switches->n_lost += n;
	posixtrace_add_loss(switches->trid, n, since, until);
}

static void forget_thread(struct switches *switches, struct thread *thread)
{
	RB_REMOVE(threads, &switches->threads, thread);
	free(thread->changes);
	free(thread);
}

static size_t put_data(char *data, const struct change *change)
{
	const char *word = words[change->state];
	const size_t len = strlen(word) + 1;

	memcpy(data, &change->cpu, sizeof(change->cpu));
	if (change->type == TYPE_FAULT) {
		memcpy(data + 4, &change->address, sizeof(change->address));
		memcpy(data + 12, &change->code, sizeof(change->code));
		return 20;
	}
	memcpy(data + 4, &change->length, sizeof(change->length));
	memcpy(data + 12, word, len);
	return 12 + len;
}

struct batch {
	struct posixtrace_added *events;
	char (*data)[DATA_MOST];
	size_t n;
};

static void put_thread(const struct switches *switches, const struct thread *thread,
		       struct batch *batch)
{
	for (size_t i = 0; i < thread->n; i++) {
		const struct change *change = &thread->changes[i];
		char *data = batch->data[batch->n];

		batch->events[batch->n++] = (struct posixtrace_added){
			.id = switches->types[change->type],
			.pid = thread->pid,
			.tid = thread->tid,
			.thread_name = *thread->name ? thread->name : NULL,
			.monotonic_ns = change->ns,
			.data = data,
			.data_len = put_data(data, change),
		};
	}
}

/* What was added is kept no longer, nor are threads that have ended. */
static void clear_changes(struct switches *switches)
{
	struct thread *thread, *next;

	RB_FOREACH_SAFE(thread, threads, &switches->threads, next) {
		thread->n = 0;
		if (thread->state == STATE_ENDED)
			forget_thread(switches, thread);
	}
	switches->n_changes = 0;
	switches->added_ns = ns_now();
}

/* Those of each thread together. */
void switches_add(struct switches *switches)
{
	struct batch batch = {
		.events = calloc(switches->n_changes + 1, sizeof(*batch.events)),
		.data = calloc(switches->n_changes + 1, sizeof(*batch.data)),
	};
	const bool has_memory = batch.events && batch.data;
	struct thread *thread;

	RB_FOREACH(thread, threads, &switches->threads) {
		if (has_memory)
			put_thread(switches, thread, &batch);
		else if (thread->n)
			switches_lose(switches, thread->n, thread->changes->ns,
			     thread->changes[thread->n - 1].ns);
	}
	/* An error is told by the status of the stream. */
	if (batch.n)
		posixtrace_add_events(switches->trid, batch.events, batch.n);
	free(batch.events);
	free(batch.data);
	clear_changes(switches);
}

bool switches_are_due(const struct switches *switches)
{
	return switches->n_changes >= KEEP_MOST || ns_now() - switches->added_ns >= KEEP_NS;
}

struct thread *switches_find(struct switches *switches, pid_t tid)
{
	struct thread key = { .tid = tid };

	return RB_FIND(threads, &switches->threads, &key);
}

struct thread *switches_make(struct switches *switches, pid_t pid, pid_t tid, uint64_t ns,
			     enum state state)
{
	struct thread *thread = calloc(1, sizeof(*thread));

	if (!thread) {
		switches_lose(switches, 1, ns, ns);
		return NULL;
	}
	thread->tid = tid;
	thread->pid = pid;
	thread->state = state;
	thread->since = ns;
	RB_INSERT(threads, &switches->threads, thread);
	return thread;
}

/* False: there is no memory, and the event is lost. */
static bool add(struct switches *switches, struct thread *thread,
		const struct change *event)
{
	if (thread->n == thread->room) {
		size_t room = thread->room ? 2 * thread->room : 16;
		struct change *more = reallocarray(thread->changes, room, sizeof(*more));

		if (!more) {
			switches_lose(switches, 1, event->ns, event->ns);
			return false;
		}
		thread->changes = more;
		thread->room = room;
	}
	thread->changes[thread->n++] = *event;
	switches->n_changes++;
	return true;
}

/* Note an event of the thread, which is in another state since then. */
static void change_at(struct switches *switches, struct thread *thread,
		      struct change event, enum state state)
{
	if (thread->state != STATE_UNKNOWN && event.ns > thread->since)
		event.length = event.ns - thread->since;
	thread->state = add(switches, thread, &event) ? state : STATE_UNKNOWN;
	thread->since = event.ns;
	thread->cpu = event.cpu;
}

void switches_fault(struct switches *switches, struct thread *thread,
		    const struct perf_record *record)
{
	const struct change fault = {
		.ns = record->ns, .cpu = record->cpu, .type = TYPE_FAULT,
		.address = record->address, .code = record->code,
	};

	add(switches, thread, &fault);
}

void switches_change(struct switches *switches, struct thread *thread, uint64_t ns,
		     uint32_t cpu, enum state state)
{
	const bool is_in = state == STATE_RUNS;

	change_at(switches, thread, (struct change){
		.ns = ns, .cpu = cpu, .type = is_in ? TYPE_IN : TYPE_OUT,
		.state = (uint16_t)(is_in ? thread->state : state),
	}, state);
}

void switches_doubt(struct switches *switches, uint32_t cpu)
{
	struct thread *thread;

	RB_FOREACH(thread, threads, &switches->threads)
		if (thread->state != STATE_ENDED &&
		    (thread->state != STATE_RUNS || thread->cpu == cpu))
			thread->state = STATE_UNKNOWN;
}

/* New ones may be those of a process that is not followed. */
void switches_still(struct switches *switches, uint64_t ns)
{
	struct thread *thread;

	RB_FOREACH(thread, threads, &switches->threads)
		if (thread->state != STATE_UNKNOWN && thread->state != STATE_NEW &&
		    thread->state != STATE_ENDED && ns > thread->since)
			change_at(switches, thread, (struct change){
				.ns = ns, .cpu = thread->cpu,
				.type = TYPE_STILL, .state = (uint16_t)thread->state,
			}, STATE_UNKNOWN);
	switches_add(switches);
}

void switches_fini(struct switches *switches)
{
	struct thread *thread, *next;

	RB_FOREACH_SAFE(thread, threads, &switches->threads, next)
		forget_thread(switches, thread);
}
