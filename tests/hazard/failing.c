/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Each call of the library for memory, files or a thread fails once: the first
 * call, then the second, and so on; then all calls from the n-th on.  So does
 * each call for a futex, a lock of a file, membarrier or a signal mask.  Each
 * function of the API must return an error number that it may return, leave
 * nothing behind, and work again afterwards.
 */
#include "hazard.h"

#include "wrapped.h"

/* Errors that a function may return after a failed call. */
static bool is_allowed(int err)
{
	switch (err) {
	case 0:
	case EAGAIN:
	case ENOMEM:
	case EBADF:			/* from fcntl(F_GETFL) on a log */
	case EINVAL:
	case EIO:
	case EFBIG:
	case ENOSPC:
	case EMFILE:
		return true;
	default:
		return false;
	}
}

/* The same for a function that waits, for events or for another process. */
static bool is_allowed_of_waiting(int err)
{
	return is_allowed(err) || err == EINTR || err == EBUSY;
}

static bool strictly;			/* no function may fail */

static int checked(int err, const char *what)
{
	CHECK(is_allowed(err) && !(strictly && err), "call %u fails: %s: %s",
	      hz_failing.first, what, strerror(err));
	return err;
}

#define TRY(call) checked(call, #call)

static void use_stream(trace_id_t trid, trace_event_id_t type, bool logged)
{
	struct posix_trace_status_info status;
	static struct hz_event e;
	trace_event_set_t set;
	trace_event_id_t id;
	trace_attr_t attr;

	TRY(posix_trace_start(trid));
	posix_trace_event(type, "data", 4);
	TRY(posix_trace_trid_eventid_open(trid, "another", &id));
	TRY(posix_trace_eventset_empty(&set));
	TRY(posix_trace_set_filter(trid, &set, POSIX_TRACE_SET_EVENTSET));
	for (int i = 0; !logged && i < 8; i++)
		TRY(posix_trace_trygetnext_event(trid, &e.info, &e.data,
						 sizeof(e.data), &e.len,
						 &e.unavailable));
	if (logged)
		TRY(posix_trace_flush(trid));
	TRY(posix_trace_stop(trid));
	TRY(posix_trace_get_status(trid, &status));
	CHECK(is_allowed(status.posix_stream_flush_error), "flush_error %d",
	      status.posix_stream_flush_error);
	TRY(posix_trace_get_attr(trid, &attr));
	TRY(posix_trace_attr_destroy(&attr));
	TRY(posix_trace_clear(trid));
	TRY(posix_trace_start(trid));
	for (int i = 0; i < 1000; i++)
		posix_trace_event(type, "data", 4);
	TRY(posix_trace_shutdown(trid));
}

static unsigned read_log(int fd)
{
	static struct hz_event e;
	trace_id_t trid;
	unsigned n = 0;

	if (TRY(posix_trace_open(fd, &trid)))
		return 0;
	for (int round = 0; round < 2; round++) {
		n = 0;
		/* After a failure it is tried again, a limited number of
		 * times. */
		for (int tries = 0; tries < 2000; tries++) {
			if (TRY(posix_trace_getnext_event(
					trid, &e.info, &e.data,
					sizeof(e.data), &e.len,
					&e.unavailable)))
				continue;
			if (e.unavailable)
				break;
			n += hz_is_user(&e);
		}
		if (TRY(posix_trace_rewind(trid)))
			break;
	}
	TRY(posix_trace_close(trid));
	return n;
}

/* The same with a compressed log, if this build has compression. */
static void use_compressed(int fd)
{
	struct hz_setup setup = { .policy = POSIX_TRACE_FLUSH, .size = 65536,
				  .log_policy = POSIX_TRACE_APPEND,
				  .compression = 1 };
	trace_event_id_t type;
	trace_attr_t attr;
	trace_id_t trid;
	unsigned n;

	TRY(posix_trace_eventid_open("failing", &type));
	SYS(__real_ftruncate(fd, 0));
	hz_attr(&setup, &attr);
	if (!TRY(posix_trace_create_withlog(0, &attr, fd, &trid))) {
		use_stream(trid, type, true);
		n = read_log(fd);
		CHECK(!strictly || n == 1000, "%u events", n);
	}
	posix_trace_attr_destroy(&attr);
}

static void use_everything(int fd)
{
	struct hz_setup setup = { .log_policy = POSIX_TRACE_LOOP,
				  .size = 65536, .log_size = 30000 };
	trace_event_id_t type;
	trace_attr_t attr;
	trace_id_t trid;
	unsigned n;

	TRY(posix_trace_eventid_open("failing", &type));
	if (!TRY(posix_trace_create(0, NULL, &trid)))
		use_stream(trid, type, false);
	SYS(__real_ftruncate(fd, 0));
	hz_attr(&setup, &attr);
	if (!TRY(posix_trace_create_withlog(0, &attr, fd, &trid))) {
		use_stream(trid, type, true);
		n = read_log(fd);
		CHECK(!strictly || (n > 100 && n <= 1000), "%u events", n);
	}
	posix_trace_attr_destroy(&attr);
}

enum { RECORDERS = 3, EACH = 200 };

static void *record(void *type)
{
	for (unsigned i = 0; i < EACH; i++)
		posix_trace_event(*(trace_event_id_t *)type, &i, sizeof(i));
	return NULL;
}

/* Read what there is, wait for more for some milliseconds, and return the number
 * of events. */
static unsigned read_waiting(trace_id_t trid)
{
	static struct hz_event e;
	struct timespec until;
	unsigned n = 0;
	int err;

	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_nsec += 2000000;
	if (until.tv_nsec >= 1000000000) {
		until.tv_nsec -= 1000000000;
		until.tv_sec++;
	}
	for (;;) {
		err = posix_trace_timedgetnext_event(
			trid, &e.info, &e.data, sizeof(e.data), &e.len,
			&e.unavailable, &until);
		if (err == ETIMEDOUT)
			return n;
		CHECK(is_allowed_of_waiting(err) && !(strictly && err),
		      "call %u: %s", hz_failing.first, strerror(err));
		n += !err && !e.unavailable && hz_is_user(&e);
	}
}

/* Threads record while another one waits for their events: each is read, or told
 * as lost. */
static void use_threads(int fd)
{
	struct hz_setup setup = { .policy = POSIX_TRACE_UNTIL_FULL };
	struct posixtrace_usage usage;
	pthread_t threads[RECORDERS];
	trace_event_id_t type;
	trace_attr_t attr;
	trace_id_t trid;
	unsigned n;

	(void)fd;
	TRY(posix_trace_eventid_open("failing", &type));
	hz_attr(&setup, &attr);
	if (!TRY(posix_trace_create(0, &attr, &trid))) {
		TRY(posix_trace_start(trid));
		n = read_waiting(trid);
		for (int i = 0; i < RECORDERS; i++)
			OK(__real_pthread_create(&threads[i], NULL, record,
						 &type));
		n += read_waiting(trid);
		for (int i = 0; i < RECORDERS; i++)
			pthread_join(threads[i], NULL);
		n += read_waiting(trid);
		OK(posixtrace_get_usage(trid, &usage));
		CHECK(n <= RECORDERS * EACH &&
		      n + usage.lost >= RECORDERS * EACH &&
		      (!strictly || usage.lost == 0),
		      "call %u: %u events, %llu lost", hz_failing.first, n,
		      (unsigned long long)usage.lost);
		TRY(posix_trace_shutdown(trid));
	}
	posix_trace_attr_destroy(&attr);
}

/* No signal is blocked that was not blocked before, and none is unblocked. */
static void check_mask(const sigset_t *before)
{
	sigset_t now;

	sigprocmask(SIG_BLOCK, NULL, &now);
	for (int number = 1; number < NSIG; number++)
		CHECK(sigismember(&now, number) == sigismember(before, number),
		      "call %u: signal %d is %sblocked", hz_failing.first, number,
		      sigismember(&now, number) ? "" : "not ");
}

/* Run a test in a child, because the library sets itself up once per process.
 * Returns the number of calls. */
static uint32_t play(void (*use)(int fd), uint32_t from, uint32_t to)
{
	int pipes[2], fd;
	uint32_t n = 0;
	pid_t pid;

	SYS(pipe(pipes));
	fd = hz_file();
	pid = hz_fork();
	if (pid == 0) {
		struct hz_census before = hz_census();
		sigset_t mask;

		sigprocmask(SIG_BLOCK, NULL, &mask);
		hz_failing.calls = 0;
		hz_failing.first = from;
		hz_failing.last = to;
		use(fd);
		check_mask(&mask);
		n = hz_failing.calls;
		hz_failing.first = 0;
		/* Without membarrier the next call frees a stream. */
		if (hz_failing.kind != HZ_ORDER)
			hz_check_census(before);
		strictly = true;
		use(fd);
		hz_check_census(before);
		SYS(write(pipes[1], &n, sizeof(n)));
		exit(0);
	}
	hz_join(pid);
	SYS(read(pipes[0], &n, sizeof(n)));
	close(pipes[0]);
	close(pipes[1]);
	close(fd);
	CHECK(hz_leftovers() == 0, "call %u to %u: files are left", from, to);
	return n;
}

/* A test for each of the calls from 1 to `n`, or for one of `step` of them. */
struct job {
	void (*run)(const struct job *job, uint32_t call);
	uint32_t n, step;
	uint32_t from;			/* so that jobs alike take others */
	void (*use)(int fd);
	uint32_t more;			/* how many calls fail after that one */
	int compression;
};

/* With a sanitizer each test takes up to ten times as long, so that one in so many
 * is made, unless all are asked for. */
static uint32_t one_in(void)
{
	if (getenv("PXT_FULL"))
		return 1;
	return HZ_SLOW == 12 ? 7 : HZ_SLOW == 4 ? 3 : 1;
}

/* Several processes share the tests, since these mostly wait; each has a
 * /dev/shm of its own, where it looks for what is left. */
static void run_shared(const struct job *job)
{
	enum { WORKERS = 4 };
	pid_t workers[WORKERS];

	const uint32_t step = job->step * one_in();

	for (uint32_t w = 0; w < WORKERS; w++) {
		workers[w] = hz_fork();
		if (workers[w] != 0)
			continue;
		hz_make_shm_private();
		for (uint32_t i = 1 + job->from % step + w * step; i <= job->n;
		     i += WORKERS * step)
			job->run(job, i);
		exit(0);
	}
	for (uint32_t w = 0; w < WORKERS; w++)
		hz_join(workers[w]);
}

static void play_job(const struct job *job, uint32_t call)
{
	play(job->use, call, job->more > UINT32_MAX - call ? UINT32_MAX :
	     call + job->more);
}

static void each_fails(void (*use)(int fd))
{
	uint32_t n = play(use, 0, 0);

	CHECK(n > 10, "only %u calls", n);
	run_shared(&(struct job){ .run = play_job, .use = use, .n = n + 10,
				  .step = 1, .from = use == use_compressed });
}

static void one_fails(void)
{
	each_fails(use_everything);
}

static void one_fails_compressed(void)
{
	each_fails(use_compressed);
}

static void one_of_order_fails(void)
{
	hz_failing.kind = HZ_ORDER;
	each_fails(use_everything);
	each_fails(use_compressed);
}

static void one_fails_of_several_threads(void)
{
	each_fails(use_threads);
	hz_failing.kind = HZ_ORDER;
	each_fails(use_threads);
}

/* A flush retries a failed call, so several calls in a row fail. */
static void several_fail(void)
{
	uint32_t n = play(use_everything, 0, 0);

	run_shared(&(struct job){ .run = play_job, .use = use_everything,
				  .n = n, .step = 3, .more = 5 });
}

static void all_later_calls_fail(void)
{
	uint32_t n = play(use_everything, 0, 0);

	run_shared(&(struct job){ .run = play_job, .use = use_everything,
				  .n = n, .step = 2, .more = UINT32_MAX });
}

static trace_event_id_t counted;

static void *count(void *arg)
{
	unsigned who = (unsigned)(uintptr_t)arg;

	for (unsigned i = 0; i < 20000; i++) {
		unsigned pair[2] = { who, i };

		posix_trace_event(counted, pair, sizeof(pair));
	}
	return NULL;
}

/* When a stream exists, reading the events of one or two threads needs no call
 * that can fail. */
static void reading_needs_nothing(void)
{
	for (unsigned threads = 0; threads < 3; threads++) {
		unsigned next[3] = {0}, n = 0, expected = 0;
		trace_id_t trid = hz_create(&(struct hz_setup){
			.policy = POSIX_TRACE_UNTIL_FULL, .size = 4 << 20 });
		pthread_t thread[2];
		static struct hz_event e;

		counted = hz_type("failing");
		count(NULL);
		for (unsigned i = 0; i < threads; i++)
			thread[i] = hz_thread(count,
					      (void *)(uintptr_t)(i + 1));
		for (unsigned i = 0; i < threads; i++)
			pthread_join(thread[i], NULL);
		expected = (threads + 1) * 20000;
		hz_failing.first = hz_failing.calls + 1;
		hz_failing.last = UINT32_MAX;
		while (n < expected) {
			unsigned pair[2];
			int err = posix_trace_trygetnext_event(
				trid, &e.info, &e.data, sizeof(e.data),
				&e.len, &e.unavailable);

			if (err || e.unavailable) {
				hz_failing.first = 0;
				CHECK(false, "%u of %u events, %s", n,
				      expected, strerror(err));
			}
			if (!hz_is_user(&e))
				continue;
			memcpy(pair, &e.data, sizeof(pair));
			CHECK(pair[0] < 3 && pair[1] == next[pair[0]],
			      "%u of thread %u", pair[1], pair[0]);
			next[pair[0]]++;
			n++;
		}
		hz_failing.first = 0;
		OK(posix_trace_shutdown(trid));
	}
}

enum { LEFT = 500 };			/* the number of events that the dead controller recorded */
#define LATE "failing, later"		/* the type of the events that are not in the log */

/* The first half of the events is in the log, the second half in memory. */
__attribute__((noreturn))
static void leave_behind(int fd, int compression)
{
	trace_event_id_t type = hz_type("failing");
	trace_id_t trid = hz_create(&(struct hz_setup){
		.policy = POSIX_TRACE_LOOP, .log_policy = POSIX_TRACE_APPEND,
		.compression = compression, .size = 65536, .fd = fd });

	for (unsigned i = 0; i < LEFT; i++) {
		posix_trace_event(type, &i, sizeof(i));
		if (i == LEFT / 2) {
			OK(posix_trace_flush(trid));
			type = hz_type(LATE);
		}
	}
	kill(getpid(), SIGKILL);
	_exit(1);
}

/* Check that all events and names can be read. */
static void check_recovered(int fd, uint32_t from, uint32_t to)
{
	char name[TRACE_EVENT_NAME_MAX + 1] = "";
	unsigned n = 0;
	struct hz_event e;
	trace_id_t trid;

	OK(posix_trace_open(fd, &trid));
	while (hz_get(trid, &e)) {
		n += hz_is_user(&e);
		if (hz_is_user(&e) &&
		    posix_trace_eventid_get_name(trid, e.info.posix_event_id, name))
			strcpy(name, "(unknown)");
	}
	OK(posix_trace_close(trid));
	CHECK(n == LEFT && strcmp(name, LATE) == 0,
	      "call %u to %u: %u of %u events, the last is called \"%s\"", from, to,
	      n, LEFT, name);
}

/* After an error nothing that the dead controller left may be removed. */
static uint32_t rescue_while(uint32_t from, uint32_t to, int compression)
{
	struct posixtrace_recovery done;
	struct hz_census before;
	int fd = hz_file(), err, status;
	uint32_t n;
	pid_t pid = hz_fork();

	if (pid == 0)
		leave_behind(fd, compression);
	SYS(waitpid(pid, &status, 0));
	CHECK(WIFSIGNALED(status), "status %#x", (unsigned)status);
	before = hz_census();
	hz_failing.calls = 0;
	hz_failing.first = from;
	hz_failing.last = to;
	hz_failing.lacks = false;
	hz_failing.tells_owners = true;
	read_log(fd);
	err = posixtrace_recover(fd, &done);
	n = hz_failing.calls;
	hz_failing.first = 0;
	if (hz_failing.kind == HZ_ORDER)
		read_log(fd);
	/* Without a descriptor for the check, the controller cannot be found
	 * dead. */
	CHECK(is_allowed(err) || (err == ENOENT && !hz_failing.lacks) ||
	      (err == EBUSY && hz_failing.kind == HZ_ORDER),
	      "call %u: recover: %s", from, strerror(err));
	hz_check_census(before);
	if (err)
		OK(posixtrace_recover(fd, &done));
	check_recovered(fd, from, to);
	close(fd);
	return n;
}

static void rescue_job(const struct job *job, uint32_t call)
{
	rescue_while(call, job->more ? UINT32_MAX : call, job->compression);
}

static void rescue_fails(int compression)
{
	const uint32_t n = rescue_while(0, 0, compression);

	CHECK(n > 3, "only %u calls", n);
	run_shared(&(struct job){ .run = rescue_job, .n = n + 5, .step = 1,
				  .from = compression > 0,
				  .compression = compression });
	run_shared(&(struct job){ .run = rescue_job, .n = n, .step = 3,
				  .from = compression > 0, .more = UINT32_MAX,
				  .compression = compression });
}

static void rescue(void)
{
	rescue_fails(0);
}

static void rescue_compressed(void)
{
	rescue_fails(1);
}

static void rescue_order(void)
{
	hz_failing.kind = HZ_ORDER;
	rescue_fails(0);
	rescue_fails(1);
}

static const struct hz_case cases[] = {
	{ .name = "reading-needs-nothing", .run = reading_needs_nothing },
	{ .name = "one-fails", .run = one_fails, .seconds = 120 },
	{ .name = "one-fails-compressed", .run = one_fails_compressed,
	  .seconds = 120 },
	{ .name = "rescue", .run = rescue, .seconds = 120, .kills = true },
	{ .name = "rescue-compressed", .run = rescue_compressed,
	  .seconds = 120, .kills = true },
	{ .name = "one-of-order-fails", .run = one_of_order_fails },
	{ .name = "one-fails-of-several-threads",
	  .run = one_fails_of_several_threads },
	{ .name = "rescue-order", .run = rescue_order, .kills = true },
	{ .name = "several-fail", .run = several_fail, .seconds = 120 },
	{ .name = "all-later-calls-fail", .run = all_later_calls_fail,
	  .seconds = 120 },
};

HZ_MAIN(cases)
