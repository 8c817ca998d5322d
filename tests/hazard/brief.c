/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Threads that live for a short time, one after the other.  What a stream holds
 * must not depend on how long its threads live.  Each event must have its own
 * thread, in memory, in a log, and in what a recovery reads after a process was
 * killed.
 */
#include "step.h"

#include <sys/mman.h>

enum { EACH = 3, MIB = 1 << 20 };

struct note {
	uint32_t thread, serial;
	int64_t tid;
	uint64_t self;
};

static void note(uint32_t thread, uint32_t serial)
{
	struct note n = { thread, serial, hz_tid(), (uint64_t)pthread_self() };

	posix_trace_event(type, &n, sizeof(n));
}

static void *live(void *arg)
{
	for (uint32_t i = 0; i < EACH; i++)
		note((uint32_t)(uintptr_t)arg, i);
	return NULL;
}

static void live_one_by_one(uint32_t from, uint32_t to)
{
	for (uint32_t i = from; i < to; i++)
		pthread_join(hz_thread(live, (void *)(uintptr_t)i), NULL);
}

/* Threads that all live at the same time. */
static pthread_barrier_t gate;

static void *live_together(void *arg)
{
	live(arg);
	pthread_barrier_wait(&gate);
	return NULL;
}

static void live_in_parallel(uint32_t from, uint32_t n)
{
	pthread_t *threads = calloc(n, sizeof(*threads));
	pthread_attr_t attr;

	OK(pthread_barrier_init(&gate, NULL, n));
	OK(pthread_attr_init(&attr));
	OK(pthread_attr_setstacksize(&attr, 64 << 10));
	for (uint32_t i = 0; i < n; i++)
		if (pthread_create(&threads[i], &attr, live_together,
				   (void *)(uintptr_t)(from + i)) != 0)
			SKIP("not that many threads");
	for (uint32_t i = 0; i < n; i++)
		pthread_join(threads[i], NULL);
	OK(pthread_barrier_destroy(&gate));
	free(threads);
}

/* The bytes that `events` records of this length take. */
static size_t size_for(unsigned events, size_t len)
{
	trace_attr_t attr;
	size_t size;

	OK(posix_trace_attr_init(&attr));
	OK(posix_trace_attr_getmaxusereventsize(&attr, len, &size));
	OK(posix_trace_attr_destroy(&attr));
	return events * size;
}

struct seen {
	uint8_t *of;			/* serials seen, by thread */
	uint64_t events, last;		/* the highest thread seen */
};

static void note_seen(struct seen *seen, const struct hz_event *e)
{
	struct note n;

	if (!hz_is_user(e))
		return;
	CHECK(e->len == sizeof(n), "length %zu", e->len);
	memcpy(&n, &e->data, sizeof(n));
	CHECK(e->info.posix_tid == n.tid &&
	      (uint64_t)e->info.posix_thread_id == n.self,
	      "thread %u: tid %d, not %d", n.thread, e->info.posix_tid,
	      (int)n.tid);
	CHECK(n.serial >= seen->of[n.thread] && n.serial < EACH,
	      "thread %u: %u again", n.thread, n.serial);
	seen->of[n.thread] = (uint8_t)(n.serial + 1);
	seen->events++;
}

static struct seen read_all(trace_id_t trid, uint32_t threads)
{
	struct seen seen = { .of = calloc(threads, 1) };
	struct hz_event e;

	CHECK(seen.of, "no memory");
	while (hz_try(trid, &e))
		note_seen(&seen, &e);
	return seen;
}

static struct seen read_log(int fd, uint32_t threads)
{
	struct seen seen = { .of = calloc(threads, 1) };
	struct hz_event e;
	trace_id_t trid;

	CHECK(seen.of, "no memory");
	OK(posix_trace_open(fd, &trid));
	while (hz_get(trid, &e))
		note_seen(&seen, &e);
	OK(posix_trace_close(trid));
	return seen;
}

static void expect_all(struct seen seen, uint32_t threads)
{
	CHECK(seen.events == (uint64_t)threads * EACH, "%llu of %u events",
	      (unsigned long long)seen.events, threads * EACH);
	free(seen.of);
}

static void check_runs(trace_id_t trid)
{
	struct posix_trace_status_info status;
	struct posixtrace_usage usage;

	OK(posix_trace_get_status(trid, &status));
	OK(posixtrace_get_usage(trid, &usage));
	CHECK(status.posix_stream_status == POSIX_TRACE_RUNNING, "stopped");
	CHECK(usage.lost == 0, "%llu lost", (unsigned long long)usage.lost);
}

static trace_id_t sized_for(uint32_t threads)
{
	type = hz_type("brief");
	return hz_create(&(struct hz_setup){
		.policy = POSIX_TRACE_UNTIL_FULL,
		.size = size_for(threads * EACH, sizeof(struct note)) });
}

/* A stream sized for a number of events holds all of them. */
static void nothing_is_lost(void)
{
	const uint32_t n = 11000 / HZ_SLOW;
	trace_id_t trid = sized_for(n);

	live_one_by_one(0, n);
	check_runs(trid);
	expect_all(read_all(trid, n), n);
	OK(posix_trace_shutdown(trid));
}

/* Threads of one event each, which is smaller than an owner record. */
static void *live_for_one(void *arg)
{
	posix_trace_event(type, NULL, 0);
	return arg;
}

static void nothing_is_lost_of_the_shortest(void)
{
	const uint32_t n = 12000 / HZ_SLOW;
	struct hz_event e;
	trace_id_t trid;
	uint32_t got = 0;

	type = hz_type("brief");
	trid = hz_create(&(struct hz_setup){
		.policy = POSIX_TRACE_UNTIL_FULL, .size = size_for(n, 0) });
	for (uint32_t i = 0; i < n; i++)
		pthread_join(hz_thread(live_for_one, NULL), NULL);
	check_runs(trid);
	while (hz_try(trid, &e))
		got += hz_is_user(&e);
	CHECK(got == n, "%u of %u events", got, n);
	OK(posix_trace_shutdown(trid));
}

/* Many threads at a time, again and again, in total more than the lanes of a
 * stream. */
static void nothing_is_lost_of_many(void)
{
	enum { AT_ONCE = 600, TIMES = 6 };
	trace_id_t trid;

	if (HZ_SLOW > 1)
		SKIP("a sanitizer has not that many threads");
	trid = sized_for(AT_ONCE * TIMES);
	for (uint32_t i = 0; i < TIMES; i++)
		live_in_parallel(i * AT_ONCE, AT_ONCE);
	check_runs(trid);
	expect_all(read_all(trid, AT_ONCE * TIMES), AT_ONCE * TIMES);
	OK(posix_trace_shutdown(trid));
}

/*
 * Many threads that live at the same time and record more than a small stream is
 * for: it is full when it holds its size and at most half of it more.
 */
enum { LIVING = 512, MUCH = 90 };

static void *record_much(void *arg)
{
	pthread_barrier_wait(&gate);
	for (uint32_t i = 0; i < MUCH; i++)
		note((uint32_t)(uintptr_t)arg, i);
	pthread_barrier_wait(&gate);
	return NULL;
}

static void limit_is_a_limit(void)
{
	const uint64_t size = 65536, all = (uint64_t)LIVING * MUCH;
	struct posix_trace_status_info status;
	struct posixtrace_usage usage;
	pthread_t threads[LIVING];
	struct hz_event e;
	uint64_t got = 0;
	trace_id_t trid;

	if (HZ_SLOW > 1)
		SKIP("a sanitizer has not that many threads");
	type = hz_type("brief");
	trid = hz_create(&(struct hz_setup){ .policy = POSIX_TRACE_UNTIL_FULL,
					     .size = size });
	OK(pthread_barrier_init(&gate, NULL, LIVING));
	for (uint32_t i = 0; i < LIVING; i++)
		threads[i] = hz_thread(record_much, (void *)(uintptr_t)i);
	for (uint32_t i = 0; i < LIVING; i++)
		pthread_join(threads[i], NULL);
	OK(pthread_barrier_destroy(&gate));
	OK(posix_trace_get_status(trid, &status));
	CHECK(status.posix_stream_full_status == POSIX_TRACE_FULL,
	      "not full");
	while (hz_try(trid, &e))
		got += hz_is_user(&e);
	OK(posixtrace_get_usage(trid, &usage));
	printf("%llu events of %llu are held\n", (unsigned long long)got,
	       (unsigned long long)all);
	CHECK(got + usage.lost == all, "%llu read, %llu lost",
	      (unsigned long long)got, (unsigned long long)usage.lost);
	CHECK(got >= size / size_for(1, sizeof(struct note)) &&
	      got * (16 + sizeof(struct note)) <= size * 3 / 2 + 4096,
	      "%llu events are held", (unsigned long long)got);
	OK(posix_trace_shutdown(trid));
}

/* The number of threads up to `last` that have all their events in the
 * stream. */
static uint32_t whole_up_to(const struct seen *seen, uint32_t last)
{
	uint32_t n = 0;

	while (n <= last && seen->of[last - n] == EACH)
		n++;
	return n;
}

static void newest_are_kept(void)
{
	enum { HELD = 7000 };		/* in 1 MiB */
	const uint32_t n = 20000 / HZ_SLOW;
	struct posixtrace_usage usage;
	struct seen seen;
	trace_id_t trid;
	uint32_t held;
	long kb;

	type = hz_type("brief");
	trid = hz_create(&(struct hz_setup){ .policy = POSIX_TRACE_LOOP,
					     .size = MIB });
	live_one_by_one(0, n);
	kb = hz_segment_kb();
	seen = read_all(trid, n);
	OK(posixtrace_get_usage(trid, &usage));
	held = whole_up_to(&seen, n - 1);
	printf("%u threads of %u are held, in %ld KiB\n", held, n, kb);
	CHECK(held >= (n < HELD ? n : HELD), "%u threads", held);
	/* START may be lost, too. */
	CHECK(seen.events + usage.lost - (uint64_t)n * EACH <= 1,
	      "%llu read, %llu lost", (unsigned long long)seen.events,
	      (unsigned long long)usage.lost);
	/* 1 MiB, the owner records, and the fixed head. */
	CHECK(kb < 2300, "the segment takes %ld KiB", kb);
	OK(posix_trace_shutdown(trid));
	free(seen.of);
}

/* In a log each thread has its name, the last one it had. */
static void *live_with_names(void *arg)
{
	char name[16];

	live(arg);
	snprintf(name, sizeof(name), "late-%u", (uint32_t)(uintptr_t)arg);
	prctl(PR_SET_NAME, name);
	return NULL;
}

static void expect_names(int fd)
{
	char name[POSIXTRACE_THREAD_NAME_MAX + 1], expected[16];
	struct hz_event e;
	trace_id_t trid;

	OK(posix_trace_open(fd, &trid));
	while (hz_get(trid, &e)) {
		struct note n;

		if (!hz_is_user(&e))
			continue;
		memcpy(&n, &e.data, sizeof(n));
		OK(posixtrace_get_thread_name(trid, e.info.posix_pid,
					      e.info.posix_tid, name));
		snprintf(expected, sizeof(expected), "late-%u", n.thread);
		CHECK(strcmp(name, expected) == 0, "thread %u is \"%s\"",
		      n.thread, name);
	}
	OK(posix_trace_close(trid));
}

static trace_id_t logged(int fd)
{
	type = hz_type("brief");
	return hz_create(&(struct hz_setup){
		.policy = POSIX_TRACE_FLUSH, .size = 1 << 18,
		.log_policy = POSIX_TRACE_APPEND, .fd = fd });
}

static void log_has_each_thread(void)
{
	const uint32_t n = 10000 / HZ_SLOW, named = 150;
	int fd = hz_file();
	trace_id_t trid = logged(fd);

	for (uint32_t i = 0; i < n; i++) {
		live_one_by_one(i, i + 1);
		/* At any place in a chunk. */
		if (i % 97 == 0)
			OK(posix_trace_flush(trid));
	}
	OK(posix_trace_shutdown(trid));
	expect_all(read_log(fd, n), n);
	close(fd);

	fd = hz_file();
	trid = logged(fd);
	for (uint32_t i = 0; i < named; i++) {
		pthread_join(hz_thread(live_with_names, (void *)(uintptr_t)i),
			     NULL);
		if (i % 20 == 0)
			OK(posix_trace_flush(trid));
	}
	OK(posix_trace_shutdown(trid));
	expect_names(fd);
	expect_all(read_log(fd, named), named);
	close(fd);
}

/* The controller is killed: events in the log and in memory. */
static void recovered_has_each_thread(void)
{
	const uint32_t n = 400;
	struct posixtrace_recovery done;
	int fd = hz_file(), status;
	pid_t pid = hz_fork();

	if (pid == 0) {
		trace_id_t trid = logged(fd);

		for (uint32_t i = 0; i < n; i++) {
			pthread_join(hz_thread(live_with_names,
					       (void *)(uintptr_t)i), NULL);
			if (i == n / 3)
				OK(posix_trace_flush(trid));
		}
		raise(SIGKILL);
	}
	SYS(waitpid(pid, &status, 0));
	expect_all(read_log(fd, n), n);
	OK(posixtrace_recover(fd, &done));
	CHECK(done.lost == 0, "%llu lost", (unsigned long long)done.lost);
	expect_all(read_log(fd, n), n);
	expect_names(fd);
	close(fd);
}

/* Events of destructors of thread-specific data, before and after the library's
 * own. */
static pthread_key_t key;

static void note_last(void *arg)
{
	uint32_t i = (uint32_t)(uintptr_t)arg - 1;

	note(i, EACH - 1);
}

static void *live_with_destructor(void *arg)
{
	const uint32_t i = (uint32_t)(uintptr_t)arg;

	OK(pthread_setspecific(key, (void *)(uintptr_t)(i + 1)));
	for (uint32_t k = 0; k < EACH - 1; k++)
		note(i, k);
	return NULL;
}

static void destructors_record(void)
{
	const uint32_t n = 3000 / HZ_SLOW;
	trace_id_t trid = sized_for(n);

	/* By now the library's key is older. */
	note(0, 0);
	OK(pthread_key_create(&key, note_last));
	OK(posix_trace_clear(trid));
	for (uint32_t i = 0; i < n; i++)
		pthread_join(hz_thread(live_with_destructor,
				       (void *)(uintptr_t)i), NULL);
	check_runs(trid);
	expect_all(read_all(trid, n), n);
	OK(posix_trace_shutdown(trid));
}

/* Processes instead of threads, in one stream. */
static void processes_come_and_go(void)
{
	const uint32_t n = 600 / HZ_SLOW;
	trace_id_t trid;

	type = hz_type("brief");
	trid = hz_create(&(struct hz_setup){
		.policy = POSIX_TRACE_UNTIL_FULL,
		.inherited = POSIX_TRACE_INHERITED,
		.size = size_for(n * EACH, sizeof(struct note)) });
	for (uint32_t i = 0; i < n; i++) {
		pid_t pid = hz_fork();

		if (pid == 0) {
			live((void *)(uintptr_t)i);
			exit(0);
		}
		hz_join(pid);
	}
	check_runs(trid);
	expect_all(read_all(trid, n), n);
	OK(posix_trace_shutdown(trid));
}

#if defined(__x86_64__)

/*
 * A process is killed at each instruction of a thread's first event, for which
 * it adopts the chunk of another thread.  The events of the other thread are
 * read, and later threads can record.
 */
static struct way way;

static void be_killed(void)
{
	SYS(kill(getpid(), SIGKILL));
}

static void note_first(void)
{
	note(1, 0);
}

static void *live_until(void *arg)
{
	step_through(&way, note_first, 0);
	return arg;
}

__attribute__((noreturn))
static void be_heir(unsigned place)
{
	way_begin_plain(&way, place);
	live_one_by_one(0, 1);
	pthread_join(hz_thread(live_until, NULL), NULL);
	_exit(0);
}

/* True: it was killed. */
static bool kill_heir(trace_id_t trid, unsigned place)
{
	pid_t pid = hz_fork();
	struct seen seen;
	int status;

	if (pid == 0)
		be_heir(place);
	SYS(waitpid(pid, &status, 0));
	CHECK(WIFSIGNALED(status) ? WTERMSIG(status) == SIGKILL : status == 0,
	      "place %u: status %#x", place, status);
	/* With events of this process, which may adopt the lane. */
	live_one_by_one(2, 4);
	check_runs(trid);
	seen = read_all(trid, 4);
	CHECK(seen.of[0] == EACH && seen.of[2] == EACH && seen.of[3] == EACH &&
	      seen.of[1] <= 1 && seen.events == 3u * EACH + seen.of[1],
	      "place %u: %llu events", place, (unsigned long long)seen.events);
	CHECK(WIFSIGNALED(status) || seen.of[1] == 1,
	      "place %u: no event of one who was not killed", place);
	free(seen.of);
	return WIFSIGNALED(status);
}

static void killed_while_adopting(void)
{
	unsigned offset, stride = way_stride(13, 1, &offset);
	unsigned n = 0;
	trace_id_t trid;

	catch_steps(0);
	act = be_killed;
	type = hz_type("brief");
	trid = hz_create(&(struct hz_setup){
		.policy = POSIX_TRACE_UNTIL_FULL, .size = 1 << 20,
		.inherited = POSIX_TRACE_INHERITED });
	for (unsigned place = 1 + offset; kill_heir(trid, place);
	     place += stride)
		n++;
	printf("killed at %u places\n", n);
	CHECK(n > 100, "%u places", n);
	OK(posix_trace_shutdown(trid));
}

#endif

static const struct hz_case cases[] = {
	{ .name = "nothing-is-lost", .run = nothing_is_lost },
	{ .name = "nothing-is-lost-of-the-shortest",
	  .run = nothing_is_lost_of_the_shortest },
	{ .name = "nothing-is-lost-of-many", .run = nothing_is_lost_of_many },
	{ .name = "limit-is-a-limit", .run = limit_is_a_limit },
	{ .name = "newest-are-kept", .run = newest_are_kept },
	{ .name = "log", .run = log_has_each_thread },
	{ .name = "recovered", .run = recovered_has_each_thread,
	  .kills = true },
	{ .name = "destructors", .run = destructors_record },
	{ .name = "processes", .run = processes_come_and_go },
#if defined(__x86_64__)
	{ .name = "killed-while-adopting", .run = killed_while_adopting,
	  .kills = true },
#endif
};

HZ_MAIN(cases)
