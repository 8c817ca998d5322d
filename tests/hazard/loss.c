/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * ASIZE-6, INV-2: events whose maximum sizes add up to no more than
 * stream-min-size are all read, from whatever threads they come: exactly once,
 * in the order of each thread, with the data, ids and threads that they were
 * recorded with.
 */
#include "hazard.h"

#include <sys/resource.h>

enum { THREADS_MAX = 512 };

struct shape {
	unsigned threads;
	bool at_once;			/* else one after the other */
	int policy;
	bool logged;
	size_t size, data_size;
};

struct writer {
	unsigned index;
	unsigned n;			/* events to record */
	uint64_t seed;
	pthread_t thread;		/* pthread_self() of the writer */
	pid_t tid;
	unsigned seen;			/* by the reader */
	uint64_t seen_seed;
};

static struct writer writers[THREADS_MAX];
static pthread_barrier_t gate;
static bool use_gate;
static size_t data_size;
static trace_event_id_t type;

/* The next event of a writer.  Its length and bytes are derived from the
 * seed. */
static size_t compose(uint64_t *seed, unsigned index, unsigned serial,
		      uint64_t *words)
{
	size_t len = 8 + hz_random(seed) % (data_size - 7);

	words[0] = (uint64_t)index << 32 | serial;
	for (size_t i = 1; i * 8 < len; i++)
		words[i] = (uint64_t)hz_random(seed) << 32 | (uint32_t)(len * i);
	return len;
}

static void *record(void *arg)
{
	struct writer *w = arg;
	uint64_t words[512], seed = w->seed;

	w->thread = pthread_self();
	w->tid = hz_tid();
	if (use_gate)
		pthread_barrier_wait(&gate);
	for (unsigned i = 0; i < w->n; i++) {
		size_t len = compose(&seed, w->index, i, words);

		posix_trace_event(type, words, len);
	}
	return NULL;
}

/* Give events to the writers until the guarantee covers no more. */
static void deal(const struct shape *shape)
{
	struct hz_setup setup = { .policy = shape->policy,
				  .size = shape->size,
				  .data_size = shape->data_size };
	uint64_t words[512], seeds[THREADS_MAX];
	size_t system, user, sum;
	trace_attr_t attr;

	hz_attr(&setup, &attr);
	OK(posix_trace_attr_getmaxsystemeventsize(&attr, &system));
	for (unsigned i = 0; i < shape->threads; i++) {
		writers[i] = (struct writer){ .index = i, .seed = i + 1 };
		writers[i].seen_seed = seeds[i] = writers[i].seed;
	}
	/* START; and with a log: STOP, FLUSH_START, FLUSH_STOP. */
	sum = (shape->logged ? 8 : 1) * system;
	/* Uneven: the first writer gets as many as all others together. */
	for (unsigned seq = 0;; seq++) {
		unsigned i = seq % 2 ? seq / 2 % shape->threads : 0;
		size_t len = compose(&seeds[i], i, 0, words);

		OK(posix_trace_attr_getmaxusereventsize(&attr, len, &user));
		if (sum + user > shape->size)
			break;
		sum += user;
		writers[i].n++;
	}
}

static void run_writers(const struct shape *shape)
{
	pthread_t threads[THREADS_MAX];

	use_gate = shape->at_once;
	if (use_gate)
		pthread_barrier_init(&gate, NULL, shape->threads);
	for (unsigned i = 0; i < shape->threads; i++) {
		threads[i] = hz_thread(record, &writers[i]);
		if (!use_gate)
			pthread_join(threads[i], NULL);
	}
	for (unsigned i = 0; use_gate && i < shape->threads; i++)
		pthread_join(threads[i], NULL);
	if (use_gate)
		pthread_barrier_destroy(&gate);
}

static void check_event(const struct hz_event *e)
{
	unsigned index = (unsigned)(e->data.words[0] >> 32);
	uint64_t words[512];
	struct writer *w;
	size_t len;

	CHECK(e->len >= 8 && index < THREADS_MAX, "length %zu", e->len);
	w = &writers[index];
	CHECK((uint32_t)e->data.words[0] == w->seen,
	      "thread %u: event %u of %u, expected %u", index,
	      (uint32_t)e->data.words[0], w->n, w->seen);
	len = compose(&w->seen_seed, index, w->seen, words);
	CHECK(len == e->len && memcmp(words, &e->data, len) == 0,
	      "thread %u event %u: other data", index, w->seen);
	CHECK(e->info.posix_event_id == type, "type");
	CHECK(e->info.posix_pid == getpid(), "pid %d", e->info.posix_pid);
	CHECK(e->info.posix_tid == w->tid &&
	      pthread_equal(e->info.posix_thread_id, w->thread),
	      "thread %u is reported as %d", index, e->info.posix_tid);
	CHECK(e->info.posix_truncation_status == POSIX_TRACE_NOT_TRUNCATED,
	      "truncated");
	w->seen++;
}

static void check_all_seen(const struct shape *shape)
{
	for (unsigned i = 0; i < shape->threads; i++)
		CHECK(writers[i].seen == writers[i].n,
		      "%u threads, policy %d, size %zu: %u of %u of thread %u",
		      shape->threads, shape->policy, shape->size,
		      writers[i].seen, writers[i].n, i);
}

/* Read to the end: no gap, no automatic stop, and times never decrease. */
static void read_all(trace_id_t trid, bool live)
{
	int64_t last = 0;
	struct hz_event e;

	for (unsigned n = 0; live ? hz_try(trid, &e) : hz_get(trid, &e); n++) {
		trace_event_id_t id = e.info.posix_event_id;

		CHECK(hz_event_ns(&e) >= last, "event %u before the last", n);
		last = hz_event_ns(&e);
		CHECK((n == 0) == (id == POSIX_TRACE_START), "event %u is %u",
		      n, id);
		CHECK(id != POSIX_TRACE_OVERFLOW && id != POSIX_TRACE_RESUME,
		      "a gap at event %u", n);
		CHECK(id != POSIX_TRACE_STOP || e.data.number == 0,
		      "stopped by itself at event %u", n);
		if (hz_is_user(&e))
			check_event(&e);
	}
}

static void try_shape(const struct shape *shape)
{
	struct hz_setup setup = {
		.policy = shape->policy,
		.log_policy = shape->logged ? POSIX_TRACE_APPEND : 0,
		.size = shape->size,
		.data_size = shape->data_size,
		.fd = shape->logged ? hz_file() : 0,
	};
	struct posix_trace_status_info status;
	trace_id_t trid;

	data_size = shape->data_size;
	deal(shape);
	trid = hz_create(&setup);
	run_writers(shape);
	OK(posix_trace_get_status(trid, &status));
	CHECK(status.posix_stream_overrun_status == POSIX_TRACE_NO_OVERRUN,
	      "overrun with %u threads, policy %d, size %zu", shape->threads,
	      shape->policy, shape->size);
	if (!shape->logged)
		read_all(trid, true);
	OK(posix_trace_shutdown(trid));
	if (shape->logged) {
		OK(posix_trace_open(setup.fd, &trid));
		read_all(trid, false);
		OK(posix_trace_close(trid));
		close(setup.fd);
	}
	check_all_seen(shape);
}

static void try_all(int policy, bool logged)
{
	static const unsigned threads[] = { 1, 2, 7, 64, THREADS_MAX };
	static const size_t sizes[] = { 4096, 20000, 65536, 1 << 20, 4 << 20 };
	static const size_t data[] = { 8, 64, 900 };
	struct hz_census before = hz_census();

	type = hz_type("loss");
	for (unsigned t = 0; t < 5; t++)
		for (unsigned s = 0; s < 5; s++)
			for (unsigned at_once = 0; at_once < 2; at_once++) {
				/* Not all combinations, which would be too
				 * many. */
				struct shape shape = {
					threads[t], at_once, policy, logged,
					sizes[s], data[(t + s) % 3],
				};

				if (HZ_SLOW > 1 && (t == 4 || s == 4))
					continue;
				try_shape(&shape);
			}
	hz_check_census(before);
}

static int64_t real_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/*
 * An UNTIL_FULL stream stops when it becomes full, even if that is noticed
 * later: its STOP has that time, and the loss begins there.  `log`: with a log
 * that has room for all events or, if it is small, for less than the stream.
 */
static void stop_when_full(bool log, size_t log_size)
{
	int fd = log ? hz_file() : 0, policy = POSIX_TRACE_UNTIL_FULL;
	struct posix_trace_status_info status;
	int64_t full, last = 0, stop = 0;
	trace_id_t trid = hz_create(&(struct hz_setup){
		.fd = fd, .policy = policy, .size = 1 << 20,
		.log_policy = log ? policy : 0, .log_size = log_size });
	struct hz_event e;

	type = hz_type("loss");
	do {
		posix_trace_event(type, "12345678", 8);
		OK(posix_trace_get_status(trid, &status));
	} while (status.posix_stream_full_status == POSIX_TRACE_NOT_FULL);
	full = real_ns();
	hz_sleep_ms(300);
	posix_trace_event(type, "12345678", 8);
	if (log) {
		OK(posix_trace_shutdown(trid));
		OK(posix_trace_open(fd, &trid));
	}
	while (log ? hz_get(trid, &e) : hz_try(trid, &e)) {
		if (hz_is_user(&e))
			last = hz_event_ns(&e);
		if (e.info.posix_event_id == POSIX_TRACE_STOP) {
			CHECK(!stop, "it stops twice");
			stop = hz_event_ns(&e);
		}
		if (stop && !log)
			break;
	}
	/* The clocks may drift a little. */
	CHECK(last && stop && stop >= last && stop < full + 50000000,
	      "STOP %.6f s after the last event, %.6f s after full",
	      (double)(stop - last) / 1e9, (double)(stop - full) / 1e9);
	OK(log ? posix_trace_close(trid) : posix_trace_shutdown(trid));
	if (log)
		close(fd);
}

static void until_full_stops_when_full(void)
{
	stop_when_full(false, 0);
	stop_when_full(true, 0);
	stop_when_full(true, 300000);
}

/* Events that were cleared are not lost, even if they are overwritten later. */
static void cleared(void)
{
	const unsigned before = 100, after = 20000;
	struct posixtrace_usage usage;
	static struct hz_event e;
	uint64_t read = 0;
	trace_id_t trid = hz_create(&(struct hz_setup){
		.policy = POSIX_TRACE_LOOP, .size = 65536 });
	trace_event_set_t set;

	type = hz_type("loss");
	for (unsigned i = 0; i < before; i++)
		posix_trace_event(type, &i, sizeof(i));
	/* Filter system events, so that only events recorded from here on are
	 * counted. */
	OK(posix_trace_stop(trid));
	OK(posix_trace_clear(trid));
	OK(posix_trace_eventset_fill(&set, POSIX_TRACE_SYSTEM_EVENTS));
	OK(posix_trace_set_filter(trid, &set, POSIX_TRACE_SET_EVENTSET));
	OK(posix_trace_start(trid));
	for (unsigned i = 0; i < after; i++)
		posix_trace_event(type, &i, sizeof(i));
	while (hz_try(trid, &e))
		read += hz_is_user(&e);
	OK(posixtrace_get_usage(trid, &usage));
	CHECK(read + usage.lost == after, "%llu read, %llu lost of %u",
	      (unsigned long long)read, (unsigned long long)usage.lost, after);
	OK(posix_trace_shutdown(trid));
}

/* What the gaps of a log report, and what its usage says was lost. */
static void check_gaps(int fd, const char *when)
{
	struct posixtrace_usage usage;
	struct posixtrace_loss loss;
	static struct hz_event e;
	uint64_t reported = 0;
	trace_id_t trid;

	OK(posix_trace_open(fd, &trid));
	while (hz_get(trid, &e))
		if (e.info.posix_event_id == POSIX_TRACE_OVERFLOW &&
		    posixtrace_get_loss(trid, &loss) == 0)
			reported += loss.events;
	OK(posixtrace_get_usage(trid, &usage));
	CHECK(usage.lost > 0 && usage.log_lost > 0, "nothing was lost");
	CHECK(reported == usage.lost + usage.log_lost,
	      "%s: %llu and %llu lost, %llu reported", when,
	      (unsigned long long)usage.lost,
	      (unsigned long long)usage.log_lost,
	      (unsigned long long)reported);
	OK(posix_trace_close(trid));
}

/* Events that find no room, again and again, so that a LOOP log overwrites the
 * gaps which report them. */
static void lose_often(int policy, int fd, bool dies)
{
	const unsigned bursts = 100, burst = 2000;
	trace_id_t trid = hz_create(&(struct hz_setup){
		.policy = policy, .size = 16384, .fd = fd,
		.log_policy = POSIX_TRACE_LOOP, .log_size = 64 << 10 });

	type = hz_type("loss");
	for (unsigned i = 0; i < bursts; i++) {
		for (unsigned n = 0; n < burst; n++)
			posix_trace_event(type, &n, sizeof(n));
		OK(posix_trace_flush(trid));
	}
	if (dies)
		_exit(0);
	OK(posix_trace_shutdown(trid));
}

static void overwritten_gaps(int policy)
{
	for (int dies = 0; dies <= 1; dies++) {
		struct posixtrace_recovery done;
		int fd = hz_file();
		pid_t pid = hz_fork();

		if (pid == 0) {
			lose_often(policy, fd, dies);
			_exit(0);
		}
		hz_join(pid);
		check_gaps(fd, dies ? "after its death" : "complete");
		if (dies) {
			OK(posixtrace_recover(fd, &done));
			check_gaps(fd, "recovered");
		}
		close(fd);
	}
}

static void overwritten_gaps_of_loop(void)
{
	overwritten_gaps(POSIX_TRACE_LOOP);
}

static void overwritten_gaps_of_flush(void)
{
	overwritten_gaps(POSIX_TRACE_FLUSH);
}

/* Gaps of the stream that the file refuses are part of the log's gap there. */
static void refused_gaps(void)
{
	struct posix_trace_status_info status;
	int fd;
	trace_id_t trid;
	struct rlimit limit;

	if (HZ_SLOW > 1)
		SKIP("events come too slowly to find no room");
	fd = hz_file();
	trid = hz_create(&(struct hz_setup){
		.policy = POSIX_TRACE_FLUSH, .size = 16384, .fd = fd,
		.log_policy = POSIX_TRACE_APPEND });
	type = hz_type("loss");
	posix_trace_event(type, "", 1);
	OK(posix_trace_flush(trid));
	SYS(getrlimit(RLIMIT_FSIZE, &limit));
	limit.rlim_cur = 4096;
	SYS(setrlimit(RLIMIT_FSIZE, &limit));
	for (unsigned i = 0; i < 20; i++) {
		for (unsigned n = 0; n < 5000; n++)
			posix_trace_event(type, &n, sizeof(n));
		CHECK(posix_trace_flush(trid) == EFBIG, "not refused");
	}
	limit.rlim_cur = limit.rlim_max;
	SYS(setrlimit(RLIMIT_FSIZE, &limit));
	posix_trace_event(type, "", 1);
	OK(posix_trace_flush(trid));
	OK(posix_trace_get_status(trid, &status));
	OK(posix_trace_shutdown(trid));
	check_gaps(fd, "refused");
	close(fd);
}

/* A LOOP stream whose log is written while several threads overwrite it. */
enum { WRITERS = 4 };

static atomic_bool over;

struct serial {
	uint32_t writer, n;
};

static void *record_on(void *arg)
{
	struct serial serial = { .writer = *(const uint32_t *)arg };

	while (!atomic_load(&over)) {
		posix_trace_event(type, &serial, sizeof(serial));
		serial.n++;
	}
	return NULL;
}

static bool is_before(const struct timespec *a, const struct timespec *b)
{
	return a->tv_sec != b->tv_sec ? a->tv_sec < b->tv_sec :
	       a->tv_nsec < b->tv_nsec;
}

/*
 * Where events of a thread are missing, a gap is reported between its events.  It does
 * not begin before its first event, though others may have been recorded since.
 */
static void check_places(int fd)
{
	uint64_t next[WRITERS] = {0}, seen[WRITERS] = {0}, gaps = 1, holes = 0;
	struct posixtrace_loss loss;
	struct serial serial;
	static struct hz_event e;
	trace_id_t trid;

	OK(posix_trace_open(fd, &trid));
	while (hz_get(trid, &e)) {
		if (e.info.posix_event_id == POSIX_TRACE_OVERFLOW) {
			CHECK(posixtrace_get_loss(trid, &loss) != 0 ||
			      (!is_before(&e.info.posix_timestamp, &loss.first) &&
			       !is_before(&loss.resume, &e.info.posix_timestamp)),
			      "gap %llu is not at its place",
			      (unsigned long long)gaps);
			gaps++;
		}
		if (!hz_is_user(&e))
			continue;
		memcpy(&serial, &e.data, sizeof(serial));
		CHECK(serial.n >= next[serial.writer], "%u again", serial.n);
		CHECK(serial.n == next[serial.writer] ||
		      seen[serial.writer] != gaps, "%u after %llu and no gap",
		      serial.n, (unsigned long long)next[serial.writer]);
		holes += serial.n != next[serial.writer];
		next[serial.writer] = serial.n + 1;
		seen[serial.writer] = gaps;
	}
	CHECK(holes > 0, "%llu holes", (unsigned long long)holes);
	OK(posix_trace_close(trid));
}

static void gaps_of_threads(void)
{
	enum { ROUNDS = 40 };
	static uint32_t index[WRITERS];
	pthread_t threads[WRITERS];
	int fd = hz_file();
	trace_id_t trid = hz_create(&(struct hz_setup){
		.policy = POSIX_TRACE_LOOP, .size = 65536, .fd = fd,
		.log_policy = POSIX_TRACE_APPEND });

	type = hz_type("loss");
	for (unsigned i = 0; i < WRITERS; i++) {
		index[i] = i;
		threads[i] = hz_thread(record_on, &index[i]);
	}
	for (unsigned i = 0; i < ROUNDS; i++) {
		hz_sleep_ms(i % 3);
		OK(posix_trace_flush(trid));
	}
	atomic_store(&over, true);
	for (unsigned i = 0; i < WRITERS; i++)
		pthread_join(threads[i], NULL);
	OK(posix_trace_shutdown(trid));
	check_places(fd);
	close(fd);
}

static void loop(void)
{
	try_all(POSIX_TRACE_LOOP, false);
}

static void until_full(void)
{
	try_all(POSIX_TRACE_UNTIL_FULL, false);
}

static void flush_into_log(void)
{
	try_all(POSIX_TRACE_FLUSH, true);
}

static void until_full_into_log(void)
{
	try_all(POSIX_TRACE_UNTIL_FULL, true);
}

static const struct hz_case cases[] = {
	{ .name = "loop", .run = loop },
	{ .name = "cleared", .run = cleared },
	{ .name = "until-full", .run = until_full },
	{ .name = "flush-into-log", .run = flush_into_log },
	{ .name = "until-full-into-log", .run = until_full_into_log },
	{ .name = "until-full-stops-when-full",
	  .run = until_full_stops_when_full },
	{ .name = "refused-gaps", .run = refused_gaps },
	{ .name = "gaps-of-threads", .run = gaps_of_threads },
	{ .name = "overwritten-gaps-of-loop", .run = overwritten_gaps_of_loop,
	  .kills = true },
	{ .name = "overwritten-gaps-of-flush",
	  .run = overwritten_gaps_of_flush, .kills = true },
};

HZ_MAIN(cases)
