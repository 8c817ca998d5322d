/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * posixtrace_switch_log(): a stream goes on with another log.  Each event is in one
 * log, each log is whole, and each loss is reported in one.
 */
#include <poll.h>
#include <sys/resource.h>
#include <sys/statvfs.h>

#include "machine.h"
#include "processes.h"

enum { WRITERS = 3, LOGS = 20 };

/*
 * The threads that write two logs have a descriptor table each, in which both may
 * open a file as number 0.  ThreadSanitizer takes that for one descriptor, and their
 * open() and close() for a race.
 */
const char *__tsan_default_suppressions(void);
__attribute__((visibility("default")))
const char *__tsan_default_suppressions(void)
{
	return "race_top:^read_boot_id$\nrace_top:^pxt_proc_read_file$\n";
}

static _Atomic bool stop;

struct writer {
	pthread_t thread;
	uint32_t number;
	uint32_t n;			/* events so far */
};

struct data {
	uint32_t writer, n;
};

static void *write_events(void *arg)
{
	struct writer *writer = arg;
	trace_event_id_t type = hz_type("numbered");

	while (!stop) {
		struct data data = { writer->number, writer->n };

		posix_trace_event(type, &data, sizeof(data));
		writer->n++;
	}
	return NULL;
}

static void start_writers(struct writer *writer)
{
	stop = false;
	for (uint32_t i = 0; i < WRITERS; i++) {
		writer[i] = (struct writer){ .number = i };
		OK(pthread_create(&writer[i].thread, NULL, write_events,
				  &writer[i]));
	}
}

static void stop_writers(struct writer *writer)
{
	stop = true;
	for (unsigned i = 0; i < WRITERS; i++)
		OK(pthread_join(writer[i].thread, NULL));
}

/* What all logs so far have. */
struct sum {
	uint32_t next[WRITERS];		/* the next event of each writer */
	uint64_t lost, n;
	unsigned starts;
};

/* In each thread events come in order, and some are missing only if a loss is
 * reported. */
static void read_log(int fd, struct sum *sum)
{
	struct posixtrace_usage usage;
	uint64_t lost = 0, missing = 0;
	struct hz_event e;
	trace_id_t trid;

	OK(posix_trace_open(fd, &trid));
	OK(posixtrace_get_usage(trid, &usage));
	CHECK(usage.complete, "not complete");
	while (hz_get(trid, &e)) {
		struct posixtrace_loss loss;
		struct data data;

		if (posixtrace_get_loss(trid, &loss) == 0 &&
		    e.info.posix_event_id == POSIX_TRACE_OVERFLOW)
			lost += loss.events;
		sum->starts += e.info.posix_event_id == POSIX_TRACE_START;
		if (!hz_is_user(&e))
			continue;
		memcpy(&data, &e.data, sizeof(data));
		CHECK(data.writer < WRITERS && data.n >= sum->next[data.writer],
		      "%u of %u after %u", data.n, data.writer,
		      sum->next[data.writer]);
		missing += data.n - sum->next[data.writer];
		sum->next[data.writer] = data.n + 1;
		sum->n++;
	}
	CHECK(missing == 0 || lost || usage.lost || sum->lost,
	      "%llu missing, none lost", (unsigned long long)missing);
	CHECK(lost == usage.lost, "%llu reported, %llu counted",
	      (unsigned long long)lost, (unsigned long long)usage.lost);
	sum->lost += usage.lost;
	OK(posix_trace_close(trid));
}

/* `overwrites`: START counts as lost unless it is in the first log, if that was
 * switched before the stream was full. */
static void check_all(const struct writer *writer, int *fd, unsigned n,
		      bool overwrites)
{
	uint64_t written = 0;
	struct sum sum = {0};

	for (unsigned i = 0; i < n; i++) {
		SYS(lseek(fd[i], 0, SEEK_SET));
		read_log(fd[i], &sum);
		SYS(close(fd[i]));
	}
	for (unsigned i = 0; i < WRITERS; i++)
		written += writer[i].n;
	CHECK(sum.n + sum.lost == written + (overwrites && !sum.starts),
	      "%llu read, %llu lost of %llu, %u starts", (unsigned long long)sum.n,
	      (unsigned long long)sum.lost, (unsigned long long)written, sum.starts);
}

static void switch_often(size_t size, int policy)
{
	struct writer writer[WRITERS];
	trace_id_t trid;
	int fd[LOGS];

	fd[0] = hz_file();
	trid = hz_create(&(struct hz_setup){ .fd = fd[0], .size = size,
		.policy = policy, .log_policy = POSIX_TRACE_APPEND });
	start_writers(writer);
	for (unsigned i = 1; i < LOGS; i++) {
		hz_sleep_ms(5);
		fd[i] = hz_file();
		OK(posixtrace_switch_log(trid, fd[i]));
	}
	stop_writers(writer);
	OK(posix_trace_shutdown(trid));
	check_all(writer, fd, LOGS, policy == POSIX_TRACE_LOOP);
}

static void while_threads_trace(void)
{
	switch_often(1 << 22, POSIX_TRACE_FLUSH);
}

/* The stream is full all the time, and restarts. */
static void while_full(void)
{
	switch_often(1 << 16, POSIX_TRACE_FLUSH);
}

/* A flight recorder: the newest events of a stream that overwrites. */
static void snapshots(void)
{
	switch_often(1 << 18, POSIX_TRACE_LOOP);
}

/* Not one, but several threads switch, flush and ask. */
static trace_id_t busy;

static void *switch_and_flush(void *files)
{
	int *fd = files;

	for (unsigned i = 0; i < LOGS / 4; i++) {
		struct posix_trace_status_info status;

		fd[i] = hz_file();
		OK(posixtrace_switch_log(busy, fd[i]));
		OK(posix_trace_flush(busy));
		OK(posix_trace_get_status(busy, &status));
	}
	return NULL;
}

static void by_several_threads(void)
{
	struct writer writer[WRITERS];
	pthread_t thread[2];
	uint64_t written = 0, read = 0, lost = 0;
	int fd[LOGS], first = hz_file();

	busy = hz_create(&(struct hz_setup){ .fd = first, .size = 1 << 22,
		.log_policy = POSIX_TRACE_APPEND });
	start_writers(writer);
	for (unsigned i = 0; i < 2; i++)
		OK(pthread_create(&thread[i], NULL, switch_and_flush,
				  &fd[i * LOGS / 4]));
	for (unsigned i = 0; i < 2; i++)
		OK(pthread_join(thread[i], NULL));
	stop_writers(writer);
	OK(posix_trace_shutdown(busy));
	/* Their order is not known. */
	fd[LOGS / 2] = first;
	for (unsigned i = 0; i <= LOGS / 2; i++) {
		struct posixtrace_usage usage;
		struct hz_event e;
		trace_id_t trid;

		SYS(lseek(fd[i], 0, SEEK_SET));
		OK(posix_trace_open(fd[i], &trid));
		OK(posixtrace_get_usage(trid, &usage));
		while (hz_get(trid, &e))
			read += hz_is_user(&e);
		lost += usage.lost;
		OK(posix_trace_close(trid));
		SYS(close(fd[i]));
	}
	for (unsigned i = 0; i < WRITERS; i++)
		written += writer[i].n;
	CHECK(read + lost == written, "%llu read, %llu lost of %llu",
	      (unsigned long long)read, (unsigned long long)lost, (unsigned long long)written);
}

static int the_one;
static _Atomic unsigned arrived, accepted;

static void *switch_to_the_one(void *nothing)
{
	int err;

	arrived++;
	while (arrived % 2)
		;
	err = posixtrace_switch_log(busy, the_one);
	CHECK(err == 0 || err == EBUSY, "%s", strerror(err));
	accepted += !err;
	return nothing;
}

/* Two threads want the same log: it has one writer, and is switched to once. */
static void to_the_same_log(void)
{
	int fd[LOGS / 2 + 1] = { hz_file() };
	struct writer writer[WRITERS];

	busy = hz_create(&(struct hz_setup){ .fd = fd[0], .size = 1 << 22,
		.log_policy = POSIX_TRACE_APPEND });
	start_writers(writer);
	for (unsigned i = 1; i <= LOGS / 2; i++) {
		pthread_t thread[2];

		the_one = fd[i] = hz_file();
		arrived = accepted = 0;
		for (unsigned t = 0; t < 2; t++)
			OK(pthread_create(&thread[t], NULL, switch_to_the_one,
					  NULL));
		for (unsigned t = 0; t < 2; t++)
			OK(pthread_join(thread[t], NULL));
		CHECK(accepted == 1, "%u of two were accepted", accepted);
	}
	stop_writers(writer);
	OK(posix_trace_shutdown(busy));
	check_all(writer, fd, LOGS / 2 + 1, false);
}

static void errors_change_nothing(void)
{
	int fd = hz_file(), next = hz_file(), to_read, null;
	struct rlimit limit;
	trace_id_t trid, other, plain;

	trid = hz_create(&(struct hz_setup){ .fd = fd });
	other = hz_create(&(struct hz_setup){ .fd = next });
	plain = hz_create(&(struct hz_setup){0});
	to_read = open("/dev/null", O_RDONLY | O_CLOEXEC);
	null = open("/dev/null", O_RDWR | O_CLOEXEC);
	CHECK(posixtrace_switch_log(trid, -1) == EBADF, "no descriptor");
	CHECK(posixtrace_switch_log(trid, to_read) == EBADF, "to be read");
	CHECK(posixtrace_switch_log(trid, fd) == EBUSY, "its own log");
	if (hz_private_shm)
		CHECK(posixtrace_switch_log(trid, next) == EBUSY,
		      "another stream's");
	CHECK(posixtrace_switch_log(plain, null) == EINVAL, "no log");
	CHECK(posixtrace_switch_log(77, null) == EINVAL, "no stream");
	OK(posix_trace_shutdown(other));
	SYS(getrlimit(RLIMIT_NOFILE, &limit));
	SYS(setrlimit(RLIMIT_NOFILE, &(struct rlimit){ 3, limit.rlim_max }));
	CHECK(posixtrace_switch_log(trid, next) == EMFILE, "no descriptor left");
	SYS(setrlimit(RLIMIT_NOFILE, &limit));
	OK(posix_trace_shutdown(plain));
	posix_trace_event(hz_type("kept"), "", 1);
	OK(posix_trace_shutdown(trid));
	CHECK(posixtrace_switch_log(trid, null) == EINVAL, "shut down");
}

static unsigned count_user_events(int fd)
{
	struct hz_event e;
	trace_id_t trid;
	unsigned n = 0;

	SYS(lseek(fd, 0, SEEK_SET));
	OK(posix_trace_open(fd, &trid));
	while (hz_get(trid, &e))
		n += hz_is_user(&e);
	OK(posix_trace_close(trid));
	return n;
}

/* A log that is full has stopped its stream, which can be started again when it has
 * another one. */
static void after_a_full_log(void)
{
	int fd = hz_file(), next = hz_file();
	struct posix_trace_status_info status;
	trace_id_t trid;

	trid = hz_create(&(struct hz_setup){ .fd = fd, .size = 1 << 16,
		.log_policy = POSIX_TRACE_UNTIL_FULL, .log_size = 1 << 16 });
	for (unsigned i = 0; i < 10000; i++)
		posix_trace_event(hz_type("many"), &i, sizeof(i));
	OK(posix_trace_flush(trid));
	OK(posix_trace_get_status(trid, &status));
	CHECK(status.posix_stream_status == POSIX_TRACE_SUSPENDED &&
	      status.posix_log_full_status == POSIX_TRACE_FULL, "not full");
	OK(posixtrace_switch_log(trid, next));
	OK(posix_trace_get_status(trid, &status));
	CHECK(status.posix_log_full_status == POSIX_TRACE_NOT_FULL, "full");
	OK(posix_trace_start(trid));
	for (unsigned i = 0; i < 100; i++)
		posix_trace_event(hz_type("many"), &i, sizeof(i));
	OK(posix_trace_shutdown(trid));
	CHECK(count_user_events(fd) > 1000, "the first");
	CHECK(count_user_events(next) == 100, "the second");
}

/* What a log says of losses: in its status, and in the gap before its first event. */
static uint64_t lost_of(int fd, uint64_t *reported)
{
	struct posixtrace_usage usage;
	struct posixtrace_loss loss;
	struct hz_event e;
	trace_id_t trid;

	*reported = 0;
	SYS(lseek(fd, 0, SEEK_SET));
	OK(posix_trace_open(fd, &trid));
	if (hz_get(trid, &e) && posixtrace_get_loss(trid, &loss) == 0)
		*reported = loss.events;
	OK(posixtrace_get_usage(trid, &usage));
	OK(posix_trace_close(trid));
	return usage.lost;
}

/* What an UNTIL_FULL stream has lost when it is full is told by the log that it was
 * full in, as if it had been shut down, also if it stays stopped. */
static void lose_until_full(bool stops)
{
	int fd = hz_file(), next = hz_file();
	struct posixtrace_usage usage;
	uint64_t lost, reported;
	trace_id_t trid;

	trid = hz_create(&(struct hz_setup){ .fd = fd, .size = 1 << 13,
		.policy = POSIX_TRACE_UNTIL_FULL,
		.log_policy = POSIX_TRACE_APPEND });
	for (unsigned i = 0; i < 1000; i++)
		posix_trace_event(hz_type("many"), &i, sizeof(i));
	if (stops)
		OK(posix_trace_stop(trid));
	OK(posixtrace_get_usage(trid, &usage));
	CHECK(usage.lost > 0, "it was not full");
	OK(posixtrace_switch_log(trid, next));
	lost = lost_of(fd, &reported);
	CHECK(lost == usage.lost, "%llu of %llu lost are told by their log",
	      (unsigned long long)lost, (unsigned long long)usage.lost);
	if (stops)
		OK(posix_trace_start(trid));
	posix_trace_event(hz_type("many"), &lost, sizeof(lost));
	OK(posix_trace_shutdown(trid));
	lost = lost_of(next, &reported);
	CHECK(lost == 0 && reported == 0, "%llu lost, %llu reported in the next",
	      (unsigned long long)lost, (unsigned long long)reported);
	CHECK(count_user_events(next) == 1, "the second");
}

static void until_full(void)
{
	lose_until_full(false);
	lose_until_full(true);
}

static void *switch_alone(void *stopped)
{
	_Atomic bool *ends = stopped;

	while (!*ends) {
		int fd = hz_file();

		OK(posixtrace_switch_log(busy, fd));
		SYS(close(fd));
	}
	return NULL;
}

/* A child that is forked meanwhile has its own events in the stream, or none, and
 * leaves the logs alone. */
static void while_forking(void)
{
	_Atomic bool ends = false;
	pthread_t thread;
	int fd = hz_file();

	busy = hz_create(&(struct hz_setup){ .fd = fd, .size = 1 << 20,
		.inherited = POSIX_TRACE_INHERITED,
		.log_policy = POSIX_TRACE_APPEND });
	OK(pthread_create(&thread, NULL, switch_alone, &ends));
	for (unsigned i = 0; i < 100; i++) {
		pid_t pid = hz_fork();

		posix_trace_event(hz_type("family"), &i, sizeof(i));
		if (pid == 0) {
			CHECK(posix_trace_flush(busy) == EINVAL, "its parent's");
			_exit(0);
		}
		hz_join(pid);
	}
	ends = true;
	OK(pthread_join(thread, NULL));
	OK(posix_trace_shutdown(busy));
	SYS(close(fd));
}

/* Neither descriptors nor threads remain. */
static void nothing_remains(void)
{
	unsigned fds = 0, threads;
	trace_id_t trid = hz_create(&(struct hz_setup){ .fd = hz_file() });

	threads = hz_count_dir("/proc/self/task");
	for (unsigned i = 0; i < 100; i++) {
		int fd = hz_file();

		OK(posixtrace_switch_log(trid, fd));
		SYS(close(fd));
		if (i == 0)
			fds = hz_count_dir("/proc/self/fd");
	}
	CHECK(hz_count_dir("/proc/self/fd") == fds, "descriptors");
	/* A thread that was joined is there until the kernel has removed it. */
	for (unsigned i = 0; hz_count_dir("/proc/self/task") > threads; i++) {
		CHECK(i < 1000, "threads");
		hz_sleep_ms(1);
	}
	OK(posix_trace_shutdown(trid));
}

enum { KILL_LOGS = 8 };

/* What is known of a controller that will be killed. */
struct victim {
	_Atomic uint32_t n;		/* events recorded */
	_Atomic uint32_t log;		/* that it is going to switch to */
};

static void be_killed(struct victim *victim, const int *fd)
{
	trace_event_id_t type = hz_type("numbered");
	trace_id_t trid = hz_create(&(struct hz_setup){ .fd = fd[0],
		.size = 1 << 22, .log_policy = POSIX_TRACE_APPEND });

	for (unsigned i = 1; i < KILL_LOGS; i++) {
		for (unsigned j = 0; j < 1000; j++) {
			struct data data = { 0, victim->n };

			posix_trace_event(type, &data, sizeof(data));
			victim->n++;
		}
		victim->log = i;
		OK(posixtrace_switch_log(trid, fd[i]));
	}
	pause();
}

static uint64_t now_us(void)
{
	struct timespec now;

	SYS(clock_gettime(CLOCK_MONOTONIC, &now));
	return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

static void spin_us(unsigned us)
{
	uint64_t end = now_us() + us;

	while (now_us() < end)
		;
}

static void recover(int fd)
{
	struct posixtrace_recovery done;
	int err = posixtrace_recover(fd, &done);

	/* It had no head yet. */
	if (err == EINVAL)
		SYS(ftruncate(fd, 0));
	else
		OK(err);
}

/* The events of the log continue those before. */
static void check_log(int fd, unsigned round, uint32_t *next)
{
	struct posixtrace_usage usage;
	struct hz_event e;
	trace_id_t trid;
	struct stat st;

	SYS(fstat(fd, &st));
	if (!st.st_size)
		return;
	SYS(lseek(fd, 0, SEEK_SET));
	OK(posix_trace_open(fd, &trid));
	OK(posixtrace_get_usage(trid, &usage));
	CHECK(usage.complete && !usage.lost, "round %u", round);
	while (hz_get(trid, &e)) {
		struct data data;

		if (!hz_is_user(&e))
			continue;
		memcpy(&data, &e.data, sizeof(data));
		CHECK(data.n == *next, "round %u: %u after %u", round, data.n,
		      *next);
		(*next)++;
	}
	OK(posix_trace_close(trid));
}

/* The controller is killed while it switches: each event that was recorded is in a
 * log after recovery, and in one only, in whatever order they are recovered. */
static void killed(void)
{
	enum { ROUNDS = 70 };
	struct victim *victim = hz_share(sizeof(*victim));

	for (unsigned round = 0; round < ROUNDS; round++) {
		uint32_t next = 0;
		int fd[KILL_LOGS];
		pid_t pid;

		*victim = (struct victim){0};
		for (unsigned i = 0; i < KILL_LOGS; i++)
			fd[i] = hz_file();
		pid = hz_fork();
		if (pid == 0)
			be_killed(victim, fd);
		while (victim->log < 1 + round % (KILL_LOGS - 1))
			;
		spin_us(round * 7919 % 600);
		SYS(kill(pid, SIGKILL));
		hz_join_killed(pid);
		for (unsigned i = 0; i < KILL_LOGS; i++)
			recover(fd[round & 1 ? i : KILL_LOGS - 1 - i]);
		for (unsigned i = 0; i < KILL_LOGS; i++) {
			check_log(fd[i], round, &next);
			SYS(close(fd[i]));
		}
		CHECK(next == victim->n || next == victim->n + 1,
		      "round %u: %u of %u", round, next, victim->n);
		if (hz_private_shm)
			CHECK(posixtrace_leftovers(NULL, 0) == 0, "round %u",
			      round);
	}
}

static const struct hz_case cases[] = {
	{ .name = "while-threads-trace", .run = while_threads_trace },
	{ .name = "while-full", .run = while_full },
	{ .name = "snapshots", .run = snapshots },
	{ .name = "by-several-threads", .run = by_several_threads },
	{ .name = "to-the-same-log", .run = to_the_same_log },
	{ .name = "errors-change-nothing", .run = errors_change_nothing },
	{ .name = "after-a-full-log", .run = after_a_full_log },
	{ .name = "until-full", .run = until_full },
	{ .name = "while-forking", .run = while_forking },
	{ .name = "nothing-remains", .run = nothing_remains },
	{ .name = "killed", .run = killed, .kills = true },
};

HZ_MAIN(cases)
