/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * From the records of the kernel to events of threads; see sched.h.
 *
 * A thread leaves a processor and gets another one, so the rings are read together,
 * and their records sorted by time.  A record that is being written while its ring is
 * read comes with the next reading; so what is handled is only as new as the beginning
 * of the reading before.
 *
 * Where a ring was full, a thread may have got its processor, and left it again: what
 * threads do that had none is not known from there on, nor of the one that had it.  They
 * are known again by their next event after that, or, if they get another processor,
 * before.
 */
#include "record/sched.h"

#include <bsd/string.h>
#include <errno.h>
#include <poll.h>
#include <posixtrace.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "base/tree.h"
#include "common/nanoseconds.h"
#include "common/tool.h"
#include "trace/sched.h"

enum {
	/* The kernel wakes the thread when a quarter of a ring is full. */
	LOOK_MS = 100,
	/* Events are added to the log when there are so many, or so old. */
	KEEP_MOST = 8192,
	KEEP_NS = 1000000000,
	DATA_MOST = 32,
};

enum state {
	STATE_UNKNOWN,
	STATE_RUNS,
	STATE_WAITS,
	STATE_READY,			/* preempted, or it has yielded */
	STATE_NEW,			/* ready for the first time */
	STATE_ENDED,
};

static const char *const words[] = {
	[STATE_UNKNOWN] = "unknown",
	[STATE_WAITS] = SCHED_WORD_WAITING,
	[STATE_READY] = SCHED_WORD_PREEMPTED,
	[STATE_NEW] = SCHED_WORD_NEW,
	[STATE_ENDED] = SCHED_WORD_ENDED,
};

struct change {
	uint64_t ns;
	uint64_t length;		/* of what it has done until then; 0: not known */
	uint32_t cpu;
	uint16_t is_in;
	uint16_t state;			/* in which it had, or now has, no processor */
};

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

static int compare_tids(const struct thread *a, const struct thread *b)
{
	return (a->tid > b->tid) - (a->tid < b->tid);
}

RB_HEAD(threads, thread);
PXT_RB_GENERATE(threads, thread, by_tid, compare_tids)

struct sched {
	trace_id_t trid;
	trace_event_id_t in, out;
	struct perf perf;
	int wake;			/* eventfd(2): the end */
	pthread_t reader;
	_Atomic bool is_over;
	struct pollfd *polled;		/* the rings, and `wake` */
	struct perf_record *records;	/* read, and not handled yet */
	size_t n_records, room, n_taken;
	int64_t read_ns;		/* when the reading before began */
	struct threads threads;
	bool *is_full;			/* by processor: records may be missing */
	size_t n_full;			/* so many are */
	uint64_t n_lost;		/* that the kernel has told */
	uint64_t n_all_lost;		/* ... and for want of memory */
	size_t n_changes;		/* of all threads */
	int64_t added_ns;		/* when some were added last */
};

static void lose(struct sched *sched, uint64_t n, uint64_t since, uint64_t until)
{
	sched->n_all_lost += n;
	posixtrace_add_loss(sched->trid, n, since, until);
}

static void keep_record(void *context, const struct perf_record *record)
{
	struct sched *sched = context;

	if (sched->n_records == sched->room) {
		size_t room = sched->room ? 2 * sched->room : 1024;
		struct perf_record *more = reallocarray(sched->records, room,
							sizeof(*more));

		if (!more) {
			lose(sched, 1, record->ns, record->ns);
			return;
		}
		sched->records = more;
		sched->room = room;
	}
	sched->records[sched->n_records] = *record;
	sched->records[sched->n_records++].number = sched->n_taken++;
}

/* Those of the same nanosecond in the order of their ring. */
static int compare_records(const void *a, const void *b)
{
	const struct perf_record *left = a, *right = b;

	if (left->ns != right->ns)
		return left->ns < right->ns ? -1 : 1;
	return left->number < right->number ? -1 : 1;
}

static void forget_thread(struct sched *sched, struct thread *thread)
{
	RB_REMOVE(threads, &sched->threads, thread);
	free(thread->changes);
	free(thread);
}

static size_t put_data(char *data, const struct change *change)
{
	const char *word = words[change->state];
	const size_t len = strlen(word) + 1;

	memcpy(data, &change->cpu, sizeof(change->cpu));
	memcpy(data + 4, &change->length, sizeof(change->length));
	memcpy(data + 12, word, len);
	return 12 + len;
}

struct batch {
	struct posixtrace_added *events;
	char (*data)[DATA_MOST];
	size_t n;
};

static void put_thread(const struct sched *sched, const struct thread *thread,
		       struct batch *batch)
{
	for (size_t i = 0; i < thread->n; i++) {
		const struct change *change = &thread->changes[i];
		char *data = batch->data[batch->n];

		batch->events[batch->n++] = (struct posixtrace_added){
			.id = change->is_in ? sched->in : sched->out,
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
static void clear_changes(struct sched *sched)
{
	struct thread *thread, *next;

	RB_FOREACH_SAFE(thread, threads, &sched->threads, next) {
		thread->n = 0;
		if (thread->state == STATE_ENDED)
			forget_thread(sched, thread);
	}
	sched->n_changes = 0;
	sched->added_ns = ns_now();
}

/* Add all changes to the log, those of each thread together. */
static void add_changes(struct sched *sched)
{
	struct batch batch = {
		.events = calloc(sched->n_changes + 1, sizeof(*batch.events)),
		.data = calloc(sched->n_changes + 1, sizeof(*batch.data)),
	};
	const bool has_memory = batch.events && batch.data;
	struct thread *thread;

	RB_FOREACH(thread, threads, &sched->threads) {
		if (has_memory)
			put_thread(sched, thread, &batch);
		else if (thread->n)
			lose(sched, thread->n, thread->changes->ns,
			     thread->changes[thread->n - 1].ns);
	}
	/* An error is told by the status of the stream. */
	if (batch.n)
		posixtrace_add_events(sched->trid, batch.events, batch.n);
	free(batch.events);
	free(batch.data);
	clear_changes(sched);
}

static struct thread *find_thread(struct sched *sched, pid_t tid)
{
	struct thread key = { .tid = tid };

	return RB_FIND(threads, &sched->threads, &key);
}

/* It was there before it was recorded. */
static void look_up_name(struct thread *thread)
{
	char path[64];
	FILE *comm;

	snprintf(path, sizeof(path), "/proc/%d/task/%d/comm", (int)thread->pid,
		 (int)thread->tid);
	comm = fopen(path, "re");
	if (!comm)
		return;
	if (fgets(thread->name, sizeof(thread->name), comm))
		thread->name[strcspn(thread->name, "\n")] = '\0';
	fclose(comm);
}

static struct thread *make_thread(struct sched *sched, const struct perf_record *record,
				  enum state state)
{
	struct thread *thread = calloc(1, sizeof(*thread));

	if (!thread) {
		lose(sched, 1, record->ns, record->ns);
		return NULL;
	}
	thread->tid = record->tid;
	thread->pid = record->pid;
	thread->state = state;
	thread->since = record->ns;
	RB_INSERT(threads, &sched->threads, thread);
	return thread;
}

/* The thread of a record.  An id that has come back is another thread's, or that of
 * one that executes a program in place of the first of its process. */
static struct thread *need_thread(struct sched *sched, const struct perf_record *record)
{
	struct thread *thread = find_thread(sched, record->tid);

	if (thread && (thread->state == STATE_ENDED || thread->pid != record->pid)) {
		thread->state = STATE_ENDED;
		add_changes(sched);
		thread = NULL;
	}
	if (!thread) {
		thread = make_thread(sched, record, STATE_UNKNOWN);
		if (thread && record->kind != PERF_EXEC && record->kind != PERF_NAME)
			look_up_name(thread);
	}
	return thread;
}

/* The thread is in another state since the record. */
static void change(struct sched *sched, struct thread *thread,
		   const struct perf_record *record, enum state state)
{
	const bool is_in = state == STATE_RUNS;
	const bool is_known = thread->state != STATE_UNKNOWN;
	struct change *more;

	if (thread->n == thread->room) {
		size_t room = thread->room ? 2 * thread->room : 16;

		more = reallocarray(thread->changes, room, sizeof(*more));
		if (!more) {
			lose(sched, 1, record->ns, record->ns);
			thread->state = STATE_UNKNOWN;
			return;
		}
		thread->changes = more;
		thread->room = room;
	}
	thread->changes[thread->n++] = (struct change){
		.ns = record->ns,
		.length = is_known && record->ns > thread->since ?
			  record->ns - thread->since : 0,
		.cpu = record->cpu,
		.is_in = is_in,
		.state = (uint16_t)(is_in ? thread->state : state),
	};
	sched->n_changes++;
	thread->state = state;
	thread->since = record->ns;
	thread->cpu = record->cpu;
}

static void get_in(struct sched *sched, const struct perf_record *record)
{
	struct thread *thread = need_thread(sched, record);

	/* A thread may be told of twice (add_threads() in perf.c). */
	if (thread && thread->state != STATE_RUNS)
		change(sched, thread, record, STATE_RUNS);
}

static void get_out(struct sched *sched, const struct perf_record *record,
		    enum state state)
{
	struct thread *thread = find_thread(sched, record->tid);

	/* The last thing that a thread does is to leave its processor. */
	if (thread && thread->state == STATE_ENDED)
		return;
	thread = need_thread(sched, record);
	if (!thread || (thread->state != STATE_RUNS && thread->state != STATE_UNKNOWN))
		return;
	change(sched, thread, record, state);
	/* It may get a processor whose ring was full, and nobody would know. */
	if (sched->n_full)
		thread->state = STATE_UNKNOWN;
}

static void begin_thread(struct sched *sched, const struct perf_record *record)
{
	struct thread *thread = find_thread(sched, record->tid);
	const struct thread *by;

	if (thread && thread->state != STATE_ENDED)
		return;
	if (thread)
		add_changes(sched);
	thread = make_thread(sched, record, STATE_NEW);
	by = find_thread(sched, record->by);
	if (thread && by)
		strlcpy(thread->name, by->name, sizeof(thread->name));
}

static void end_thread(struct sched *sched, const struct perf_record *record)
{
	struct thread *thread = find_thread(sched, record->tid);

	if (thread && thread->state != STATE_ENDED)
		change(sched, thread, record, STATE_ENDED);
}

static void name_thread(struct sched *sched, const struct perf_record *record)
{
	struct thread *thread = need_thread(sched, record);

	if (!thread)
		return;
	strlcpy(thread->name, record->name, sizeof(thread->name));
	/* The command, when it begins to be recorded. */
	if (record->kind == PERF_EXEC && thread->state == STATE_UNKNOWN)
		change(sched, thread, record, STATE_RUNS);
}

/* The ring of a processor is full.  A thread that has another one leaves that first. */
static void begin_full(struct sched *sched, uint32_t cpu)
{
	struct thread *thread;

	if (cpu < sched->perf.n_rings && !sched->is_full[cpu]) {
		sched->is_full[cpu] = true;
		sched->n_full++;
	}
	RB_FOREACH(thread, threads, &sched->threads)
		if (thread->state != STATE_ENDED &&
		    (thread->state != STATE_RUNS || thread->cpu == cpu))
			thread->state = STATE_UNKNOWN;
}

/* The first record of a processor after that. */
static void end_full(struct sched *sched, const struct perf_record *record)
{
	if (record->kind == PERF_LOST) {
		begin_full(sched, record->cpu);
		sched->n_lost += record->n;
		/* Before what comes at the same time. */
		lose(sched, record->n, record->since ? record->since : record->ns,
		     record->ns - 1);
	}
	if (record->cpu < sched->perf.n_rings && sched->is_full[record->cpu]) {
		sched->is_full[record->cpu] = false;
		sched->n_full--;
	}
}

/* No record follows that would tell what is missing behind the last one. */
static void lose_rest(struct sched *sched)
{
	uint64_t n, since = 0;

	for (size_t i = 0; i < sched->perf.n_rings; i++)
		if (sched->perf.rings[i].newest > since)
			since = sched->perf.rings[i].newest;
	if (!perf_count_lost(&sched->perf, &n))
		n = sched->n_lost + sched->n_full;
	if (n > sched->n_lost)
		lose(sched, n - sched->n_lost, since, (uint64_t)ns_now());
}

static void handle(struct sched *sched, const struct perf_record *record)
{
	if (record->kind != PERF_FULL)
		end_full(sched, record);
	switch (record->kind) {
	case PERF_IN:
		get_in(sched, record);
		break;
	case PERF_OUT_WAITING:
		get_out(sched, record, STATE_WAITS);
		break;
	case PERF_OUT_READY:
		get_out(sched, record, STATE_READY);
		break;
	case PERF_NEW:
		begin_thread(sched, record);
		break;
	case PERF_END:
		end_thread(sched, record);
		break;
	case PERF_NAME:
	case PERF_EXEC:
		name_thread(sched, record);
		break;
	case PERF_FULL:
		begin_full(sched, record->cpu);
		break;
	case PERF_LOST:
		break;
	}
}

/* Read all rings, and handle what is older than the reading before, or all. */
static void read_all(struct sched *sched, bool is_last)
{
	const int64_t until = is_last ? INT64_MAX : sched->read_ns;
	size_t n = 0;

	sched->read_ns = ns_now();
	for (size_t i = 0; i < sched->perf.n_rings; i++)
		perf_read(&sched->perf, i, keep_record, sched);
	if (sched->n_records)
		qsort(sched->records, sched->n_records, sizeof(*sched->records),
		      compare_records);
	for (; n < sched->n_records && (int64_t)sched->records[n].ns <= until; n++)
		handle(sched, &sched->records[n]);
	sched->n_records -= n;
	if (sched->n_records)
		memmove(sched->records, sched->records + n,
			sched->n_records * sizeof(*sched->records));
	if (is_last || sched->n_changes >= KEEP_MOST ||
	    ns_now() - sched->added_ns >= KEEP_NS)
		add_changes(sched);
}

static void *read_until_over(void *arg)
{
	struct sched *sched = arg;
	const size_t n = sched->perf.n_rings;

	pthread_setname_np(pthread_self(), "posixtrace-sched");
	while (!sched->is_over) {
		poll(sched->polled, n + 1, LOOK_MS);
		/* When all that it recorded has ended, a ring would wake us always. */
		for (size_t i = 0; i < n; i++)
			if (sched->polled[i].revents & (POLLHUP | POLLERR))
				sched->polled[i].fd = -1;
		read_all(sched, false);
	}
	read_all(sched, true);
	lose_rest(sched);
	return NULL;
}

static bool open_types(struct sched *sched)
{
	int err = posixtrace_open_type(sched->trid, sched_in_name,
				       "cpu:u32 off_ns:u64 after:str", &sched->in);

	if (!err)
		err = posixtrace_open_type(sched->trid, sched_out_name,
					   "cpu:u32 ran_ns:u64 state:str",
					   &sched->out);
	if (err)
		tool_note("--sched: its event types: %s; recording goes on without "
			  "--sched", strerror(err));
	return err == 0;
}

static bool prepare_polling(struct sched *sched)
{
	const size_t n = sched->perf.n_rings;

	sched->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	sched->polled = calloc(n + 1, sizeof(*sched->polled));
	sched->is_full = calloc(n, sizeof(*sched->is_full));
	if (sched->wake < 0 || !sched->polled || !sched->is_full)
		return false;
	for (size_t i = 0; i < n; i++)
		sched->polled[i] = (struct pollfd){
			.fd = sched->perf.rings[i].fd, .events = POLLIN,
		};
	sched->polled[n] = (struct pollfd){ .fd = sched->wake, .events = POLLIN };
	return true;
}

static void destroy(struct sched *sched)
{
	struct thread *thread, *next;

	RB_FOREACH_SAFE(thread, threads, &sched->threads, next)
		forget_thread(sched, thread);
	perf_close(&sched->perf);
	if (sched->wake >= 0)
		close(sched->wake);
	free(sched->polled);
	free(sched->is_full);
	free(sched->records);
	free(sched);
}

struct sched *sched_begin(trace_id_t trid, const struct perf_target *target)
{
	struct sched *sched = calloc(1, sizeof(*sched));
	int err;

	if (!sched) {
		tool_note("--sched: out of memory; recording goes on without --sched");
		return NULL;
	}
	sched->trid = trid;
	sched->wake = -1;
	RB_INIT(&sched->threads);
	sched->added_ns = sched->read_ns = ns_now();
	if (!open_types(sched) || !perf_open(&sched->perf, target))
		goto destroy;
	err = prepare_polling(sched) ? pthread_create(&sched->reader, NULL,
						      read_until_over, sched) : errno;
	if (!err)
		return sched;
	tool_note("--sched: its thread: %s; recording goes on without --sched",
		  strerror(err));
destroy:
	destroy(sched);
	return NULL;
}

uint64_t sched_end(struct sched *sched)
{
	uint64_t lost;

	if (!sched)
		return 0;
	sched->is_over = true;
	eventfd_write(sched->wake, 1);
	pthread_join(sched->reader, NULL);
	lost = sched->n_all_lost;
	destroy(sched);
	return lost;
}
