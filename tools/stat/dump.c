/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Statistics of the events of a ThreadX dump; see dump.h.
 *
 * Which thread runs between two events of a core follows from both: the first
 * one may name the next thread (suspend, resume, time slice), or be an interrupt;
 * after the end of an interrupt it is the thread of the second one, or the one
 * that the second one interrupts.
 */
#include "stat/dump.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "common/tool.h"
#include "trace/threadx.h"

enum {
	CORES = 256,
	IDS_OF_SERVICES = 10,		/* below are those of the scheduler */
	MUTEX_GET = 52,
	RELINQUISH = 109,
	STATE_SLEEP = 4,		/* up to here no object is waited for */
	WAITS_MOST = 256,
};

enum runner { NOBODY, THREAD, IDLE, INTERRUPT, INITIALIZATION };

/* An inversion that has not ended. */
struct inversion {
	uint64_t waiting;
	uint64_t owner;
	int above;			/* priority of the waiting thread ... */
	int below;			/* ... and of the owner */
	bool is_unbounded;
};

struct event {
	struct posixtrace_context is;
	uint64_t words[PXT_THREADX_WORDS];
	uint64_t pointer;		/* thread pointer of the entry */
	trace_event_id_t type;
};

struct core {
	bool is_there;
	struct event event;		/* the last one */
	unsigned depth;			/* of interrupts */
	struct stat_thread *ran;	/* last; NULL: none */
};

struct counting {
	struct stat_dump *stat;
	struct core cores[CORES];
	struct inversion inversions[STAT_INVERSIONS];
	size_t n_inversions;
	struct stat_thread nobody;
	int err;
};

static int compare_threads(struct stat_thread *a, struct stat_thread *b)
{
	return a->address < b->address ? -1 : a->address > b->address;
}

RB_GENERATE(stat_threads, stat_thread, by_address, compare_threads)

static int compare_services(struct stat_service *a, struct stat_service *b)
{
	if (a->thread != b->thread)
		return a->thread < b->thread ? -1 : 1;
	return a->id < b->id ? -1 : a->id > b->id;
}

RB_GENERATE(stat_services, stat_service, by_thread, compare_services)

/* NULL: it has not occurred so far. */
static struct stat_thread *known_thread(struct counting *counting,
					uint64_t address)
{
	struct stat_thread key = { .address = address };

	return RB_FIND(stat_threads, &counting->stat->threads, &key);
}

/* If there is no memory, a dummy, whose counts are discarded. */
static struct stat_thread *find_thread(struct counting *counting,
				       uint64_t address)
{
	struct stat_dump *stat = counting->stat;
	struct stat_thread *thread = known_thread(counting, address);

	if (thread)
		return thread;
	thread = malloc(sizeof(*thread));
	if (!thread) {
		counting->err = ENOMEM;
		return &counting->nobody;
	}
	*thread = (struct stat_thread){
		.address = address,
		.priority = -1,
	};
	thread->is_registered = posixtrace_find_object(stat->trid, address,
			POSIXTRACE_OBJECT_THREAD, &thread->object) == 0;
	if (thread->is_registered)
		thread->priority = thread->object.priority;
	RB_INSERT(stat_threads, &stat->threads, thread);
	stat->n_threads++;
	return thread;
}

static int count_service(struct stat_dump *stat, uint64_t thread, uint64_t id,
			 unsigned type)
{
	struct stat_service key = { .thread = thread, .id = id }, *service;

	service = RB_FIND(stat_services, &stat->services, &key);
	if (!service) {
		service = malloc(sizeof(*service));
		if (!service)
			return ENOMEM;
		*service = key;
		RB_INSERT(stat_services, &stat->services, service);
		stat->n_services++;
	}
	service->type = type;
	service->count++;
	return 0;
}

/* The reason of a suspension, as an index + 1; 0: there are too many. */
static int find_wait(struct stat_dump *stat, uint64_t address, uint64_t state,
		     size_t *found)
{
	struct stat_wait *grown;

	*found = 0;
	for (size_t i = 0; i < stat->n_waits; i++) {
		if (stat->waits[i].address == address &&
		    stat->waits[i].state == state) {
			*found = i + 1;
			return 0;
		}
	}
	if (stat->n_waits == WAITS_MOST)
		return 0;
	grown = reallocarray(stat->waits, stat->n_waits + 1, sizeof(*grown));
	if (!grown)
		return ENOMEM;
	stat->waits = grown;
	grown[stat->n_waits] = (struct stat_wait){
		.address = address, .state = state,
	};
	*found = ++stat->n_waits;
	return 0;
}

/* A thread runs: does that make an inversion unbounded? */
static void mark_unbounded(struct counting *counting,
			       const struct stat_thread *thread)
{
	for (size_t i = 0; i < counting->n_inversions; i++) {
		struct inversion *inversion = &counting->inversions[i];

		if (thread->address != inversion->owner &&
		    thread->priority > inversion->above &&
		    thread->priority < inversion->below)
			inversion->is_unbounded = true;
	}
}

static void begin_inversion(struct counting *counting,
			    const struct stat_thread *thread)
{
	struct stat_thread *owner;

	if (!thread->owner || thread->owner == thread->address ||
	    counting->n_inversions == STAT_INVERSIONS)
		return;
	owner = known_thread(counting, thread->owner);
	if (!owner || owner->priority <= thread->priority ||
	    thread->priority < 0)
		return;
	counting->inversions[counting->n_inversions++] = (struct inversion){
		.waiting = thread->address,
		.owner = owner->address,
		.above = thread->priority,
		.below = owner->priority,
	};
}

static void report_inversion(struct counting *counting,
			     const struct inversion *inversion)
{
	if (inversion->is_unbounded)
		counting->stat->inversions_unbounded++;
	else
		counting->stat->inversions_bounded++;
}

static void end_inversion(struct counting *counting, uint64_t waiting)
{
	for (size_t i = 0; i < counting->n_inversions; i++) {
		if (counting->inversions[i].waiting != waiting)
			continue;
		report_inversion(counting, &counting->inversions[i]);
		counting->inversions[i] =
			counting->inversions[--counting->n_inversions];
		return;
	}
}

/* The thread in the word "next" of an event: IDLE if it is 0. */
static enum runner next_of(const struct event *event, unsigned word,
			   uint64_t *thread)
{
	*thread = event->words[word];
	return *thread ? THREAD : IDLE;
}

/* The thread that runs after `event`, and before `next` on the same core. */
static enum runner runner_after(const struct core *core,
				const struct event *next,
				uint64_t *thread)
{
	const struct event *event = &core->event;

	*thread = 0;
	if (event->is.kind == POSIXTRACE_CONTEXT_INITIALIZATION)
		return INITIALIZATION;
	if (core->depth > 0)
		return INTERRUPT;
	if (event->is.id == PXT_THREADX_ISR_EXIT ||
	    event->is.kind == POSIXTRACE_CONTEXT_INTERRUPT) {
		*thread = next->is.thread;
		return next->is.kind == POSIXTRACE_CONTEXT_INITIALIZATION ? NOBODY :
		       *thread ? THREAD : IDLE;
	}
	if (event->is.id == PXT_THREADX_SUSPEND ||
	    (event->is.id == PXT_THREADX_RESUME && event->words[3]))
		return next_of(event, 3, thread);
	if (event->is.id == PXT_THREADX_TIME_SLICE)
		return next_of(event, 0, thread);
	*thread = event->is.thread;
	return THREAD;
}

/* The thread of that address runs. */
static struct stat_thread *count_switch(struct counting *counting,
					struct core *core, uint64_t address)
{
	struct stat_dump *stat = counting->stat;
	struct stat_thread *before = core->ran;
	struct stat_thread *thread = before && before->address == address ?
				     before : find_thread(counting, address);

	mark_unbounded(counting, thread);
	if (thread == before)
		return thread;
	if (before) {
		stat->switches++;
		thread->switches++;
		if (!before->is_suspended && !before->relinquished &&
		    !before->used_slice) {
			stat->preemptions++;
			before->preemptions++;
		}
		before->relinquished = before->used_slice = false;
	}
	core->ran = address ? thread : NULL;
	return thread;
}

/* The time from the last event of a core up to this one. */
static void charge(struct counting *counting, struct core *core,
		   const struct event *event)
{
	struct stat_dump *stat = counting->stat;
	uint64_t ticks = event->is.ticks - core->event.is.ticks, thread;

	stat->core_ticks += ticks;
	switch (runner_after(core, event, &thread)) {
	case THREAD:
		count_switch(counting, core, thread)->run_ticks += ticks;
		break;
	case INTERRUPT:
		stat->interrupt_ticks += ticks;
		break;
	case INITIALIZATION:
		stat->initialization_ticks += ticks;
		break;
	case IDLE:
	case NOBODY:
		stat->idle_ticks += ticks;
		break;
	}
}

static void count_stack(struct stat_thread *thread,
			const struct event *event)
{
	const struct pxt_threadx_event *type =
		event->is.id <= UINT32_MAX ?
		pxt_threadx_event((uint32_t)event->is.id) : NULL;
	struct pxt_threadx_field field;

	if (!type || !thread->is_registered)
		return;
	for (unsigned i = 0; i < PXT_THREADX_WORDS; i++) {
		uint64_t start = thread->object.parameter[0];
		uint64_t size = thread->object.parameter[1];
		uint64_t depth = start + size - event->words[i];

		if (pxt_threadx_field(type->words, i, &field) &&
		    strcmp(field.name, "stack_ptr") == 0 &&
		    event->words[i] >= start && depth <= size &&
		    depth > thread->stack_used)
			thread->stack_used = depth;
	}
}

static int suspend(struct counting *counting, const struct event *event)
{
	struct stat_thread *thread = find_thread(counting,
						 event->words[0]);
	uint64_t state = event->words[1];
	bool has_object = state > STATE_SLEEP &&
			  event->is.kind == POSIXTRACE_CONTEXT_THREAD &&
			  event->is.thread == thread->address;
	int err = find_wait(counting->stat, has_object ?
			    thread->object_address : 0, state,
			    &thread->waits_for);

	counting->stat->suspensions++;
	thread->suspensions++;
	thread->is_suspended = true;
	thread->suspended_at = event->is.ticks;
	if (thread->waits_for)
		counting->stat->waits[thread->waits_for - 1].count++;
	if (has_object)
		begin_inversion(counting, thread);
	return err;
}

static void resume(struct counting *counting, const struct event *event)
{
	struct stat_thread *thread = find_thread(counting,
						 event->words[0]);
	uint64_t ticks = event->is.ticks - thread->suspended_at;

	counting->stat->resumptions++;
	thread->resumptions++;
	if (thread->is_suspended && thread->waits_for) {
		struct stat_wait *wait =
			&counting->stat->waits[thread->waits_for - 1];

		wait->resumed++;
		wait->ticks += ticks;
		if (ticks > wait->most_ticks)
			wait->most_ticks = ticks;
	}
	thread->is_suspended = false;
	end_inversion(counting, thread->address);
}

static void note_call(struct stat_thread *thread,
		      const struct event *event)
{
	thread->events++;
	if (event->is.priority >= 0)
		thread->priority = event->is.priority;
	if (event->is.id >= IDS_OF_SERVICES) {
		thread->object_address = event->words[0];
		thread->owner = event->is.id == MUTEX_GET ?
				event->words[2] : 0;
		thread->relinquished = event->is.id == RELINQUISH;
	}
	count_stack(thread, event);
}

static int count_event(struct counting *counting,
		       const struct event *event)
{
	struct stat_dump *stat = counting->stat;
	struct core *core = &counting->cores[event->is.core & (CORES - 1)];
	int err = 0;

	if (core->is_there)
		charge(counting, core, event);
	else
		stat->n_cores++;
	core->is_there = true;
	core->event = *event;
	stat->events++;
	stat->span = event->is.ticks;
	if (event->is.kind == POSIXTRACE_CONTEXT_THREAD) {
		/* It runs now, whatever the previous event implied. */
		note_call(count_switch(counting, core, event->is.thread), event);
	}
	switch (event->is.id) {
	case PXT_THREADX_SUSPEND:
		return event->words[0] ? suspend(counting, event) : 0;
	case PXT_THREADX_RESUME:
		if (event->words[0])
			resume(counting, event);
		return 0;
	case PXT_THREADX_ISR_ENTER:
		stat->interrupts++;
		stat->nested_interrupts += core->depth++ > 0;
		return 0;
	case PXT_THREADX_ISR_EXIT:
		core->depth -= core->depth > 0;
		return 0;
	case PXT_THREADX_TIME_SLICE:
		stat->time_slices++;
		if (event->is.thread) {
			struct stat_thread *thread =
				find_thread(counting, event->is.thread);

			thread->time_slices++;
			thread->used_slice = true;
		}
		return 0;
	case PXT_THREADX_RUNNING:
		return 0;
	}
	err = count_service(stat, event->is.kind == POSIXTRACE_CONTEXT_THREAD ?
			    event->is.thread : event->pointer, event->is.id,
			    event->type);
	return err;
}

/* False: it is not an event of the dump, but reports missing ones. */
static bool take(const struct reader *reader, struct event *event)
{
	const struct trace_event *from = &reader->event;

	if (posixtrace_get_context(reader->log.trid, &event->is) != 0 ||
	    threadx_words(from, event->words) == 0)
		return false;
	event->pointer = (uint64_t)from->info.posix_thread_id;
	event->type = from->info.posix_event_id;
	return true;
}

bool stat_dump_count(struct stat_dump *stat, struct reader *reader)
{
	struct counting *counting = calloc(1, sizeof(*counting));
	enum open_log_result result = LOG_END;
	struct event event;
	int err = counting ? 0 : ENOMEM;

	*stat = (struct stat_dump){ .trid = reader->log.trid };
	if (counting)
		counting->stat = stat;
	while (!err && (result = reader_next(reader)) == LOG_EVENT) {
		if (take(reader, &event))
			err = count_event(counting, &event);
		if (!err)
			err = counting->err;
	}
	for (size_t i = 0; counting && i < counting->n_inversions; i++)
		report_inversion(counting, &counting->inversions[i]);
	free(counting);
	if (err)
		tool_error("%s: %s", reader->log.path, strerror(err));
	return !err && result == LOG_END;
}

void stat_dump_fini(struct stat_dump *stat)
{
	struct stat_service *service;
	struct stat_thread *thread;

	while ((thread = RB_ROOT(&stat->threads))) {
		RB_REMOVE(stat_threads, &stat->threads, thread);
		free(thread);
	}
	while ((service = RB_ROOT(&stat->services))) {
		RB_REMOVE(stat_services, &stat->services, service);
		free(service);
	}
	free(stat->waits);
}
