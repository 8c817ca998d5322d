/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Several streams of one process (process/several.h) are created and shut down,
 * stopped, started and filled independently while threads record.  Each stream
 * must have every event of the time that it ran, once and in order.  The only
 * exception are events that threads record while another thread attaches the
 * stream for all processes; these are counted as lost.
 */
#include "hazard.h"

#include <sched.h>

enum { THREADS = 3, KINDS = 2, GUESTS = 4 };

/* Recorded by the thread itself, or by a handler. */
struct payload {
	uint32_t thread, kind;
	uint64_t serial;
};

/* The state of a reader of a stream. */
struct account {
	trace_id_t trid;
	bool runs;
	bool fresh[THREADS][KINDS];	/* since START any serial may come next */
	uint64_t next[THREADS][KINDS];
	uint64_t n, lost;
};

static trace_event_id_t type, other;
static bool is_system;			/* `type` is a system event's */
static _Atomic bool over;
static __thread struct payload mine[KINDS];
static _Atomic uint64_t recorded, read_back;
static _Atomic unsigned begun;		/* threads whose `mine` is set */

static void record(uint32_t kind)
{
	struct payload p = mine[kind];

	mine[kind].serial++;
	if (!is_system)
		posix_trace_event(type, &p, sizeof(p));
	else if (!posixtrace_try_system_event(type, &p, sizeof(p), &type))
		posixtrace_system_event(type, &p, sizeof(p), &type);
	atomic_fetch_add(&recorded, 1);
}

static void on_signal(int sig)
{
	(void)sig;
	record(1);
}

static void *record_all_the_time(void *arg)
{
	for (uint32_t kind = 0; kind < KINDS; kind++)
		mine[kind] = (struct payload){
			.thread = (uint32_t)(uintptr_t)arg, .kind = kind };
	begun++;
	while (!over) {
		record(0);
		/* Threads wait here, so that no stream overwrites unread
		 * events. */
		while (recorded - read_back > 3000 && !over)
			sched_yield();
	}
	return NULL;
}

static void begin(struct account *a)
{
	a->runs = true;
	memset(a->fresh, 1, sizeof(a->fresh));
}

static void see(struct account *a, const struct hz_event *e)
{
	struct payload p;

	CHECK(e->info.posix_event_id != POSIX_TRACE_OVERFLOW, "overrun");
	if (e->info.posix_event_id == POSIX_TRACE_START)
		begin(a);
	else if (e->info.posix_event_id == POSIX_TRACE_STOP)
		a->runs = false;
	if (e->info.posix_event_id != type)
		return;
	CHECK(a->runs, "an event between STOP and START");
	memcpy(&p, &e->data, sizeof(p));
	CHECK(e->len == sizeof(p) && p.thread < THREADS && p.kind < KINDS,
	      "torn");
	CHECK(a->fresh[p.thread][p.kind] ||
	      p.serial == a->next[p.thread][p.kind],
	      "thread %u kind %u: %llu after %llu", p.thread, p.kind,
	      (unsigned long long)p.serial,
	      (unsigned long long)a->next[p.thread][p.kind] - 1);
	a->fresh[p.thread][p.kind] = false;
	a->next[p.thread][p.kind] = p.serial + 1;
	a->n++;
}

static void drain(struct account *a)
{
	struct hz_event e;

	while (hz_try(a->trid, &e))
		see(a, &e);
}

static void open_account(struct account *a, pid_t pid)
{
	memset(a, 0, sizeof(*a));
	a->trid = hz_create(&(struct hz_setup){ .policy = POSIX_TRACE_LOOP,
						.size = 32 << 20, .pid = pid });
}

/* After stop, the stream must have all events recorded until then. */
static void close_account(struct account *a)
{
	struct posixtrace_usage usage;

	OK(posix_trace_stop(a->trid));
	drain(a);
	OK(posixtrace_get_usage(a->trid, &usage));
	a->lost = usage.lost;
	OK(posix_trace_shutdown(a->trid));
	a->trid = 0;
}

/* `pid`: the process that the permanent stream traces. */
static void play(pid_t pid, void (*turn)(struct account *guests, uint32_t n),
		 unsigned turns)
{
	static struct account host, guests[GUESTS];
	pthread_t threads[THREADS];
	uint64_t random = 7;

	type = is_system ? POSIXTRACE_MUTEX_WAIT : hz_type("several");
	CHECK(signal(SIGUSR1, on_signal) != SIG_ERR, "signal");
	open_account(&host, pid);
	for (uintptr_t i = 0; i < THREADS; i++)
		threads[i] = hz_thread(record_all_the_time, (void *)i);
	/* A handler before that would record for thread 0. */
	while (begun < THREADS)
		sched_yield();
	for (unsigned i = 0; i < turns; i++) {
		turn(guests, hz_random(&random));
		OK(pthread_kill(threads[i % THREADS], SIGUSR1));
		drain(&host);
		for (unsigned g = 0; g < GUESTS; g++)
			if (guests[g].trid)
				drain(&guests[g]);
		read_back = host.n;
	}
	over = true;
	for (unsigned i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	for (unsigned g = 0; g < GUESTS; g++)
		if (guests[g].trid)
			close_account(&guests[g]);
	close_account(&host);
	CHECK(host.n + host.lost == recorded, "%llu and %llu lost of %llu",
	      (unsigned long long)host.n, (unsigned long long)host.lost,
	      (unsigned long long)recorded);
	CHECK(host.lost == 0 || pid == POSIX_TRACE_ALLPROC, "%llu lost",
	      (unsigned long long)host.lost);
	CHECK(host.n > turns, "%llu", (unsigned long long)host.n);
}

/* Create a stream, or shut it down. */
static void come_or_go(struct account *guests, uint32_t n)
{
	struct account *a = &guests[n % GUESTS];

	if (a->trid)
		close_account(a);
	else
		open_account(a, 0);
}

static void come_and_go(void)
{
	play(0, come_or_go, 240 / HZ_SLOW);
}

static void with_one_for_all_processes(void)
{
	play(POSIX_TRACE_ALLPROC, come_or_go, 240 / HZ_SLOW);
}

/* Up to two streams besides the permanent one are stopped, started and
 * cleared. */
static void stop_or_start(struct account *guests, uint32_t n)
{
	struct account *a = &guests[n % 2];

	if (!a->trid) {
		open_account(a, 0);
	} else if (a->runs && n / 4 % 2) {
		drain(a);
		OK(posix_trace_clear(a->trid));
		begin(a);
	} else if (a->runs) {
		OK(posix_trace_stop(a->trid));
		drain(a);
		CHECK(!a->runs, "no STOP");
	} else {
		OK(posix_trace_start(a->trid));
		drain(a);
		CHECK(a->runs, "no START");
	}
}

static void stop_and_start(void)
{
	play(0, stop_or_start, 1000 / HZ_SLOW);
}

static void system_events(void)
{
	is_system = true;
	play(0, come_or_go, 240 / HZ_SLOW);
}

static void stopped_system_events(void)
{
	is_system = true;
	play(0, stop_or_start, 1000 / HZ_SLOW);
}

static uint64_t read_types(trace_id_t trid, trace_event_id_t wanted)
{
	struct hz_event e;
	uint64_t n = 0;

	while (hz_try(trid, &e))
		n += e.info.posix_event_id == wanted;
	return n;
}

/* One of up to three streams becomes full and is emptied; the others
 * continue. */
static void one_is_full(void)
{
	static const struct hz_setup small = { .policy =
		POSIX_TRACE_UNTIL_FULL, .size = 8192 };
	trace_id_t full, roomy[2];
	uint64_t n = 0, lost = 0, got = 0;
	struct posixtrace_usage usage;

	type = hz_type("several");
	for (unsigned i = 0; i < 2; i++)
		roomy[i] = hz_create(&(struct hz_setup){
			.policy = POSIX_TRACE_LOOP, .size = 32 << 20 });
	full = hz_create(&small);
	for (unsigned round = 0; round < 200; round++) {
		for (unsigned i = 0; i < 700; i++, n++)
			posix_trace_event(type, &n, sizeof(n));
		OK(posixtrace_get_usage(full, &usage));
		got += read_types(full, type);
		CHECK(usage.lost >= lost, "losses fall");
		lost = usage.lost;
		CHECK(got + lost == n, "%llu read, %llu lost of %llu",
		      (unsigned long long)got, (unsigned long long)lost,
		      (unsigned long long)n);
		if (round == 100)
			OK(posix_trace_shutdown(roomy[1]));
	}
	CHECK(got > 200 * 100, "%llu", (unsigned long long)got);
	CHECK(read_types(roomy[0], type) == n, "the other stream lacks events");
	OK(posix_trace_shutdown(full));
	OK(posix_trace_shutdown(roomy[0]));
}

/* Three streams with different filters. */
static void filters(void)
{
	trace_event_set_t set;
	trace_id_t trid[3];
	uint64_t n = 20000;

	type = hz_type("several");
	other = hz_type("other");
	for (unsigned i = 0; i < 3; i++)
		trid[i] = hz_create(&(struct hz_setup){
			.policy = POSIX_TRACE_LOOP, .size = 32 << 20 });
	OK(posix_trace_eventset_empty(&set));
	OK(posix_trace_eventset_add(type, &set));
	OK(posix_trace_set_filter(trid[1], &set, POSIX_TRACE_SET_EVENTSET));
	OK(posix_trace_eventset_empty(&set));
	OK(posix_trace_eventset_add(other, &set));
	OK(posix_trace_set_filter(trid[2], &set, POSIX_TRACE_SET_EVENTSET));
	for (uint64_t i = 0; i < n; i++)
		posix_trace_event(i % 3 ? type : other, &i, sizeof(i));
	for (unsigned i = 0; i < 3; i++) {
		uint64_t types = 0, others = 0, of_other = (n + 2) / 3;
		struct hz_event e;

		while (hz_try(trid[i], &e)) {
			types += e.info.posix_event_id == type;
			others += e.info.posix_event_id == other;
		}
		CHECK(types == (i == 1 ? 0 : n - of_other) &&
		      others == (i == 2 ? 0 : of_other),
		      "stream %u: %llu and %llu", i, (unsigned long long)types,
		      (unsigned long long)others);
		OK(posix_trace_shutdown(trid[i]));
	}
}

/* Data that is truncated in one stream, and more streams than the fast path
 * supports. */
static void others_of_all_sizes(void)
{
	enum { STREAMS = 6 };
	unsigned char data[300] = {0};
	trace_id_t trid[STREAMS];
	unsigned sent = 0;

	type = hz_type("several");
	for (unsigned n = 0; n < STREAMS; n++) {
		trid[n] = hz_create(&(struct hz_setup){
			.policy = POSIX_TRACE_LOOP, .size = 1 << 20,
			.data_size = n == 1 ? 32 : 256 });
		for (unsigned len = 0; len < sizeof(data); len += 7, sent++)
			posix_trace_event(type, data, len);
	}
	for (unsigned n = 0; n < STREAMS; n++) {
		unsigned len = 0, got = 0, most = n == 1 ? 32 : 256;
		struct hz_event e;

		while (hz_try(trid[n], &e)) {
			if (e.info.posix_event_id != type)
				continue;
			CHECK(e.len == (len < most ? len : most),
			      "stream %u: %zu of %u bytes", n, e.len, len);
			len = len + 7 < sizeof(data) ? len + 7 : 0;
			got++;
		}
		CHECK(got == sent * (STREAMS - n) / STREAMS,
		      "stream %u: %u of %u", n, got, sent);
		OK(posix_trace_shutdown(trid[n]));
	}
}

static const struct hz_case cases[] = {
	{ .name = "come-and-go", .run = come_and_go },
	{ .name = "with-one-for-all-processes", .run = with_one_for_all_processes },
	{ .name = "stop-and-start", .run = stop_and_start },
	{ .name = "system-events", .run = system_events },
	{ .name = "stopped-system-events", .run = stopped_system_events },
	{ .name = "one-is-full", .run = one_is_full },
	{ .name = "filters", .run = filters },
	{ .name = "of-all-sizes", .run = others_of_all_sizes },
};

HZ_MAIN(cases)
