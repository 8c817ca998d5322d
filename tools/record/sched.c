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

#include "common/nanoseconds.h"
#include "common/tool.h"
#include "record/switches.h"

enum {
	/* The kernel wakes the thread when a quarter of a ring is full. */
	LOOK_MS = 100,
};

struct sched {
	struct switches switches;
	struct perf perf;
	int wake;			/* eventfd(2): the end */
	pthread_t reader;
	_Atomic bool is_over;
	struct pollfd *polled;		/* the rings, and `wake` */
	struct perf_record *records;	/* read, and not handled yet */
	size_t n_records, room, n_taken;
	int64_t read_ns;		/* when the reading before began */
	bool *is_full;			/* by processor: records may be missing */
	size_t n_full;			/* so many are */
	uint64_t n_lost;		/* that the kernel has told */
};

static void keep_record(void *context, const struct perf_record *record)
{
	struct sched *sched = context;

	if (sched->n_records == sched->room) {
		size_t room = sched->room ? 2 * sched->room : 1024;
		struct perf_record *more = reallocarray(sched->records, room,
							sizeof(*more));

		if (!more) {
			switches_lose(&sched->switches, 1, record->ns, record->ns);
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

/* The thread of a record.  An id that has come back is another thread's, or that of
 * one that executes a program in place of the first of its process. */
static struct thread *need_thread(struct sched *sched, const struct perf_record *record)
{
	struct thread *thread = switches_find(&sched->switches, record->tid);

	if (thread && (thread->state == STATE_ENDED || thread->pid != record->pid)) {
		thread->state = STATE_ENDED;
		switches_add(&sched->switches);
		thread = NULL;
	}
	if (!thread) {
		thread = switches_make(&sched->switches, record->pid, record->tid,
				       record->ns, STATE_UNKNOWN);
		if (thread && record->kind != PERF_EXEC && record->kind != PERF_NAME)
			look_up_name(thread);
	}
	return thread;
}

static void get_in(struct sched *sched, const struct perf_record *record)
{
	struct thread *thread = need_thread(sched, record);

	/* A thread may be told of twice (add_threads() in perf.c). */
	if (thread && thread->state != STATE_RUNS)
		switches_change(&sched->switches, thread, record->ns, record->cpu,
				STATE_RUNS);
}

static void get_out(struct sched *sched, const struct perf_record *record,
		    enum state state)
{
	struct thread *thread = switches_find(&sched->switches, record->tid);

	/* The last thing that a thread does is to leave its processor. */
	if (thread && thread->state == STATE_ENDED)
		return;
	thread = need_thread(sched, record);
	if (!thread || (thread->state != STATE_RUNS && thread->state != STATE_UNKNOWN))
		return;
	switches_change(&sched->switches, thread, record->ns, record->cpu, state);
	/* It may get a processor whose ring was full, and nobody would know. */
	if (sched->n_full)
		thread->state = STATE_UNKNOWN;
}

static void begin_thread(struct sched *sched, const struct perf_record *record)
{
	struct thread *thread = switches_find(&sched->switches, record->tid);
	const struct thread *by;

	if (thread && thread->state != STATE_ENDED)
		return;
	if (thread)
		switches_add(&sched->switches);
	thread = switches_make(&sched->switches, record->pid, record->tid, record->ns,
			       STATE_NEW);
	by = switches_find(&sched->switches, record->by);
	if (thread && by)
		strlcpy(thread->name, by->name, sizeof(thread->name));
}

static void end_thread(struct sched *sched, const struct perf_record *record)
{
	struct thread *thread = switches_find(&sched->switches, record->tid);

	if (thread && thread->state != STATE_ENDED)
		switches_change(&sched->switches, thread, record->ns, record->cpu,
				STATE_ENDED);
}

static void name_thread(struct sched *sched, const struct perf_record *record)
{
	struct thread *thread = need_thread(sched, record);

	if (!thread)
		return;
	strlcpy(thread->name, record->name, sizeof(thread->name));
	/* The command, when it begins to be recorded. */
	if (record->kind == PERF_EXEC && thread->state == STATE_UNKNOWN)
		switches_change(&sched->switches, thread, record->ns, record->cpu,
				STATE_RUNS);
}

static void add_fault(struct sched *sched, const struct perf_record *record)
{
	struct thread *thread = need_thread(sched, record);

	if (thread)
		switches_fault(&sched->switches, thread, record);
}

/* The ring of a processor is full.  A thread that has another one leaves that first. */
static void begin_full(struct sched *sched, uint32_t cpu)
{
	if (cpu < sched->perf.n_rings && !sched->is_full[cpu]) {
		sched->is_full[cpu] = true;
		sched->n_full++;
	}
	switches_doubt(&sched->switches, cpu);
}

/* The first record of a processor after that. */
static void end_full(struct sched *sched, const struct perf_record *record)
{
	if (record->kind == PERF_LOST) {
		begin_full(sched, record->cpu);
		sched->n_lost += record->n;
		/* Before what comes at the same time. */
		switches_lose(&sched->switches, record->n, record->since ? record->since : record->ns,
		     record->ns - 1);
	}
	if (record->cpu < sched->perf.n_rings && sched->is_full[record->cpu]) {
		sched->is_full[record->cpu] = false;
		sched->n_full--;
	}
}

/* No record follows that would tell what is missing behind the last one.  If nothing is,
 * what threads do is known as far as all was read. */
static void finish(struct sched *sched, uint64_t until)
{
	uint64_t n, since = 0;

	for (size_t i = 0; i < sched->perf.n_rings; i++)
		if (sched->perf.rings[i].newest > since)
			since = sched->perf.rings[i].newest;
	if (!perf_count_lost(&sched->perf, &n))
		n = sched->n_lost + sched->n_full;
	if (n > sched->n_lost)
		switches_lose(&sched->switches, n - sched->n_lost, since, (uint64_t)ns_now());
	else
		switches_still(&sched->switches, until);
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
	case PERF_FAULT:
		add_fault(sched, record);
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
	if (is_last || switches_are_due(&sched->switches))
		switches_add(&sched->switches);
}

static void *read_until_over(void *arg)
{
	struct sched *sched = arg;
	const size_t n = sched->perf.n_rings;
	uint64_t until;

	pthread_setname_np(pthread_self(), "posixtrace-sched");
	while (!sched->is_over) {
		poll(sched->polled, n + 1, LOOK_MS);
		/* When all that it recorded has ended, a ring would wake us always. */
		for (size_t i = 0; i < n; i++)
			if (sched->polled[i].revents & (POLLHUP | POLLERR))
				sched->polled[i].fd = -1;
		read_all(sched, false);
	}
	/* Behind the end: all that was before this reading comes with the next one. */
	read_all(sched, false);
	until = (uint64_t)sched->read_ns;
	read_all(sched, true);
	finish(sched, until);
	return NULL;
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
	switches_fini(&sched->switches);
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
	sched->wake = -1;
	sched->read_ns = ns_now();
	if (!switches_init(&sched->switches, trid, target->has_faults) || !perf_open(&sched->perf, target))
		goto destroy;
	err = prepare_polling(sched) ? pthread_create(&sched->reader, NULL,
						      read_until_over, sched) : errno;
	if (!err)
		return sched;
	tool_note("--sched: its thread: %s%s; recording goes on without --sched",
		  strerror(err), err == EAGAIN ? "; end processes and threads, or raise "
		  "their limit (ulimit -u)" : "");
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
	lost = sched->switches.n_lost;
	destroy(sched);
	return lost;
}
