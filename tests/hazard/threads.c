/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Threads that start and end.  Their events are kept, with their own thread
 * ids; their lanes are used again; the memory is bounded; and streams may be
 * created and shut down at the same time.
 */
#include "hazard.h"

#include <setjmp.h>
#include <sys/mman.h>

enum { EACH = 3, AT_ONCE = 8 };

struct note {
	uint32_t thread, serial;
	int64_t tid;
	uint64_t self;
};

static trace_event_id_t type;
static _Atomic bool over, is_heard;
static _Atomic uint32_t heard;		/* number of events that the reader has read */

static void note(uint32_t thread, uint32_t serial)
{
	struct note n = { thread, serial, hz_tid(), (uint64_t)pthread_self() };

	posix_trace_event(type, &n, sizeof(n));
}

static void *live_shortly(void *arg)
{
	uint32_t thread = (uint32_t)(uintptr_t)arg;

	for (uint32_t i = 0; i < EACH; i++)
		note(thread, i);
	return NULL;
}

/* On a busy machine, wait for the reader, so that no unread event is
 * overwritten. */
static void let_be_heard(uint32_t recorded)
{
	for (int ms = 0; ms < 10000 && recorded > heard + 100 * EACH; ms++)
		hz_sleep_ms(1);
}

/* Start the threads from..to-1, a few at a time. */
static void come_and_go(uint32_t from, uint32_t to)
{
	pthread_t threads[AT_ONCE];

	for (uint32_t i = from; i < to; i += AT_ONCE) {
		unsigned n = to - i < AT_ONCE ? to - i : AT_ONCE;

		for (unsigned k = 0; k < n; k++)
			threads[k] = hz_thread(live_shortly,
					       (void *)(uintptr_t)(i + k));
		for (unsigned k = 0; k < n; k++)
			pthread_join(threads[k], NULL);
		if (is_heard)
			let_be_heard((i + n) * EACH);
	}
}

static void check_note(const struct hz_event *e, uint8_t *seen)
{
	struct note n;

	CHECK(e->len == sizeof(n), "length %zu", e->len);
	memcpy(&n, &e->data, sizeof(n));
	CHECK(n.serial == seen[n.thread], "thread %u: %u after %u", n.thread,
	      n.serial, seen[n.thread]);
	seen[n.thread]++;
	heard++;
	CHECK(e->info.posix_tid == n.tid &&
	      (uint64_t)e->info.posix_thread_id == n.self,
	      "thread %u: tid %d, not %d", n.thread, e->info.posix_tid,
	      (int)n.tid);
}

struct reading {
	trace_id_t trid;
	uint8_t *seen;
};

static void *read_along(void *arg)
{
	struct reading *r = arg;
	struct hz_event e;

	while (!over)
		if (hz_get_within(r->trid, &e, 20) && hz_is_user(&e))
			check_note(&e, r->seen);
	while (hz_try(r->trid, &e))
		if (hz_is_user(&e))
			check_note(&e, r->seen);
	return NULL;
}

static void read_while_they_start(void)
{
	struct hz_census before = hz_census();
	uint32_t n = 20000 / HZ_SLOW;
	struct reading r = { .seen = calloc(n, 1) };
	struct posixtrace_usage usage;
	pthread_t reader;
	long resident;

	type = hz_type("threads");
	r.trid = hz_create(&(struct hz_setup){ .policy = POSIX_TRACE_LOOP });
	reader = hz_thread(read_along, &r);
	is_heard = true;
	come_and_go(0, 1000);
	resident = hz_status_kb("VmRSS");
	come_and_go(1000, n);
	resident = hz_status_kb("VmRSS") - resident;
	over = true;
	pthread_join(reader, NULL);
	OK(posixtrace_get_usage(r.trid, &usage));
	CHECK(usage.lost == 0, "%llu lost", (unsigned long long)usage.lost);
	for (uint32_t i = 0; i < n; i++)
		CHECK(r.seen[i] == EACH, "%u events of thread %u", r.seen[i],
		      i);
	CHECK(HZ_SLOW > 1 || resident < 12288, "%ld KiB more", resident);
	OK(posix_trace_shutdown(r.trid));
	free(r.seen);
	hz_check_census(before);
}

/* No reader: the newest events are in the stream in the end, in bounded
 * memory. */
static void without_reader(void)
{
	uint32_t n = 20000 / HZ_SLOW;
	uint8_t *seen = calloc(n, 1);
	struct posixtrace_usage usage;
	uint64_t got = 0;
	struct hz_event e;
	uint32_t first;
	trace_id_t trid;
	long kb;

	type = hz_type("threads");
	trid = hz_create(&(struct hz_setup){ .policy = POSIX_TRACE_LOOP });
	come_and_go(0, n);
	kb = hz_segment_kb();
	while (hz_try(trid, &e)) {
		struct note note;

		if (!hz_is_user(&e))
			continue;
		memcpy(&note, &e.data, sizeof(note));
		/* The oldest events of a thread may have been overwritten. */
		if (got++ < 10 * AT_ONCE * EACH)
			seen[note.thread] = (uint8_t)note.serial;
		check_note(&e, seen);
	}
	OK(posixtrace_get_usage(trid, &usage));
	CHECK(got + usage.lost >= (uint64_t)n * EACH,
	      "%llu read, %llu lost, of %u", (unsigned long long)got,
	      (unsigned long long)usage.lost, n * EACH);
	/* The newest events are in the stream. */
	first = n - 10;
	for (uint32_t i = first; i < n; i++)
		CHECK(seen[i] == EACH, "%u events of thread %u of %u", seen[i],
		      i, n);
	/* 1 MiB, the owner records, the fixed head, and a chunk for each thread
	 * that is alive at the same time. */
	printf("%ld KiB\n", kb);
	CHECK(kb < 4 << 10, "the segment takes %ld KiB", kb);
	OK(posix_trace_shutdown(trid));
	free(seen);
}

/* The same with threads that nearly fill a chunk before they end. */
static void *fill_a_chunk(void *arg)
{
	char data[200] = "";

	for (int i = 0; i < 120; i++)
		posix_trace_event(type, data, sizeof(data));
	return arg;
}

static void exited_threads_fill_chunks(void)
{
	trace_id_t trid;
	long kb;

	type = hz_type("threads");
	trid = hz_create(&(struct hz_setup){ .policy = POSIX_TRACE_LOOP });
	for (int i = 0; i < 3000 / HZ_SLOW; i++)
		pthread_join(hz_thread(fill_a_chunk, NULL), NULL);
	kb = hz_segment_kb();
	printf("%ld KiB\n", kb);
	CHECK(kb < 4 << 10, "the segment takes %ld KiB", kb);
	OK(posix_trace_shutdown(trid));
}

/* More living threads than a stream has lanes: the losses are counted. */
static pthread_barrier_t gate;

static void *live_together(void *arg)
{
	pthread_barrier_wait(&gate);
	live_shortly(arg);
	pthread_barrier_wait(&gate);
	return NULL;
}

static void more_than_lanes(void)
{
	enum { MANY = 2500 };
	static pthread_t threads[MANY];
	struct posix_trace_status_info status;
	struct posixtrace_usage usage;
	pthread_attr_t attr;
	uint64_t got = 0;
	struct hz_event e;
	trace_id_t trid;

	if (HZ_SLOW > 1)
		SKIP("a sanitizer has not that many threads");
	type = hz_type("threads");
	trid = hz_create(&(struct hz_setup){ .policy = POSIX_TRACE_LOOP,
					     .size = 4 << 20 });
	OK(pthread_barrier_init(&gate, NULL, MANY));
	OK(pthread_attr_init(&attr));
	OK(pthread_attr_setstacksize(&attr, 64 << 10));
	for (uintptr_t i = 0; i < MANY; i++)
		if (pthread_create(&threads[i], &attr, live_together,
				   (void *)i) != 0)
			SKIP("not that many threads");
	for (unsigned i = 0; i < MANY; i++)
		pthread_join(threads[i], NULL);
	while (hz_try(trid, &e))
		got += hz_is_user(&e);
	OK(posixtrace_get_usage(trid, &usage));
	OK(posix_trace_get_status(trid, &status));
	CHECK(got + usage.lost == MANY * EACH, "%llu read, %llu lost, of %u",
	      (unsigned long long)got, (unsigned long long)usage.lost,
	      MANY * EACH);
	CHECK(status.posix_stream_overrun_status == POSIX_TRACE_OVERRUN,
	      "no overrun");
	/* Afterwards there are free lanes again. */
	come_and_go(0, 100);
	got = 0;
	while (hz_try(trid, &e))
		got += hz_is_user(&e);
	CHECK(got == 100 * EACH, "%llu of %u", (unsigned long long)got,
	      100 * EACH);
	OK(posix_trace_shutdown(trid));
}

/* A thread that has traced ends after the stream was shut down. */
static void *outlive(void *arg)
{
	note(0, 0);
	pthread_barrier_wait(&gate);
	pthread_barrier_wait(&gate);
	return arg;
}

static void threads_outlive_stream(void)
{
	pthread_t thread;
	trace_id_t trid;

	type = hz_type("threads");
	OK(pthread_barrier_init(&gate, NULL, 2));
	for (int i = 0; i < 100; i++) {
		trid = hz_create(&(struct hz_setup){ .size = 4096 });
		thread = hz_thread(outlive, NULL);
		pthread_barrier_wait(&gate);
		OK(posix_trace_shutdown(trid));
		pthread_barrier_wait(&gate);
		pthread_join(thread, NULL);
	}
}

/* Threads start and end at any moment while streams are created and shut
 * down. */
static void *keep_coming(void *arg)
{
	while (!over)
		come_and_go(0, AT_ONCE);
	return arg;
}

static void *keep_tracing(void *arg)
{
	while (!over)
		note(0, 0);
	return arg;
}

static void streams_come_and_go(void)
{
	struct hz_census before = hz_census();
	uint64_t end = hz_ns() + 4000000000u;
	pthread_t threads[3];
	unsigned n = 0;

	type = hz_type("threads");
	threads[0] = hz_thread(keep_coming, NULL);
	threads[1] = hz_thread(keep_coming, NULL);
	threads[2] = hz_thread(keep_tracing, NULL);
	while (hz_ns() < end) {
		trace_id_t one, two = 0;

		one = hz_create(&(struct hz_setup){ .size = 65536 });
		if (n % 3)
			two = hz_create(&(struct hz_setup){ .size = 4096 });
		if (n % 2)
			sched_yield();
		OK(posix_trace_shutdown(one));
		if (two)
			OK(posix_trace_shutdown(two));
		n++;
	}
	over = true;
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	CHECK(n > 20, "only %u streams", n);
	hz_check_census(before);
}

/*
 * A thread has left a trace point by siglongjmp() and never traces again, or
 * stays in a handler.  No other thread may have to wait for it.
 */
static sigjmp_buf away;
static unsigned char *unreadable;
static bool stay;

static void leave_or_stay(int signal)
{
	(void)signal;
	if (!stay)
		siglongjmp(away, 1);
	pthread_barrier_wait(&gate);
	while (!over)
		hz_sleep_ms(1);
	SYS(mprotect(unreadable, 4096, PROT_READ));
}

static void *get_stuck(void *arg)
{
	if (sigsetjmp(away, 1) == 0) {
		posix_trace_event(type, unreadable, 32);
		return arg;
	}
	pthread_barrier_wait(&gate);
	while (!over)
		hz_sleep_ms(1);
	return arg;
}

static void stuck_in_the_middle(bool for_good)
{
	struct sigaction action = { .sa_handler = leave_or_stay };
	pthread_t thread;
	trace_id_t trid;
	uint64_t begin;

	stay = for_good;
	type = hz_type("threads");
	OK(pthread_barrier_init(&gate, NULL, 2));
	SYS(sigaction(SIGSEGV, &action, NULL));
	unreadable = mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS,
			  -1, 0);
	trid = hz_create(&(struct hz_setup){ .size = 65536 });
	thread = hz_thread(get_stuck, NULL);
	pthread_barrier_wait(&gate);
	for (int i = 0; i < 2; i++) {
		uint64_t n = 0;
		struct hz_event e;

		begin = hz_ns();
		note(0, 0);
		note(0, 1);
		while (hz_try(trid, &e))
			n += hz_is_user(&e);
		CHECK(n == 2, "%llu of 2 events", (unsigned long long)n);
		OK(posix_trace_shutdown(trid));
		trid = hz_create(&(struct hz_setup){ .size = 65536 });
		CHECK(hz_is_within(begin, 18), "it took %llu ms",
		      (unsigned long long)(hz_ns() - begin) / 1000000);
	}
	over = true;
	pthread_join(thread, NULL);
	OK(posix_trace_shutdown(trid));
}

static void stuck_in_handler(void)
{
	stuck_in_the_middle(true);
}

static void left_by_longjmp(void)
{
	stuck_in_the_middle(false);
}

__attribute__((noinline))
static void leave_a_trace_point(void)
{
	if (sigsetjmp(away, 1) == 0)
		posix_trace_event(type, unreadable, 32);
}

/* The thread that left by siglongjmp() creates the next stream itself. */
static void left_by_longjmp_itself(void)
{
	struct sigaction action = { .sa_handler = leave_or_stay };
	trace_id_t trid;

	type = hz_type("threads");
	SYS(sigaction(SIGSEGV, &action, NULL));
	unreadable = mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS,
			  -1, 0);
	for (int i = 0; i < 5; i++) {
		uint64_t n = 0;
		struct hz_event e;

		trid = hz_create(&(struct hz_setup){ .size = 65536 });
		note(0, 0);
		while (hz_try(trid, &e))
			n += hz_is_user(&e);
		CHECK(n == 1, "%llu of 1 events of stream %d",
		      (unsigned long long)n, i);
		leave_a_trace_point();
		OK(posix_trace_shutdown(trid));
	}
}

static const struct hz_case cases[] = {
	{ .name = "read-while-they-start", .run = read_while_they_start },
	{ .name = "without-reader", .run = without_reader },
	{ .name = "exited-threads-fill-chunks",
	  .run = exited_threads_fill_chunks },
	{ .name = "more-than-lanes", .run = more_than_lanes },
	{ .name = "threads-outlive-stream", .run = threads_outlive_stream },
	{ .name = "streams-come-and-go", .run = streams_come_and_go },
	{ .name = "stuck-in-handler", .run = stuck_in_handler },
	{ .name = "left-by-longjmp", .run = left_by_longjmp },
	{ .name = "left-by-longjmp-itself", .run = left_by_longjmp_itself },
};

HZ_MAIN(cases)
