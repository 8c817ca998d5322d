/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * A program may do anything with its descriptors: close all of them, as daemons
 * do, and open its own files, which get any number.  The library may write no
 * byte to them and close none of them, and tracing must continue.  Where the
 * library cannot have its own table of descriptors (a sandbox without
 * close_range), the log ends there, which flush and shutdown report.
 */
#include "processes.h"

#include <poll.h>
#include <sys/file.h>

/* ThreadSanitizer knows one table of descriptors only, so it keeps those below
 * LEAST. */
enum { LEAST = 3, MOST = HZ_SLOW == 12 ? 500 : 640, FILES = 4, SIZE = 8192 };

static trace_event_id_t type;

/* Files of the program, open under all numbers from LEAST on. */
static struct stat owned[FILES];

static void fill(unsigned char *bytes, int file)
{
	for (int i = 0; i < SIZE; i++)
		bytes[i] = (unsigned char)(i * 7 + file);
}

/* Close all from LEAST on, also where close_range() is forbidden. */
static void close_all(void)
{
	if (syscall(SYS_close_range, LEAST, ~0U, 0) != 0)
		for (int fd = LEAST; fd < 1024; fd++)
			close(fd);
}

static void take_all_numbers(void)
{
	unsigned char bytes[SIZE];

	for (int i = 0; i < FILES; i++) {
		int fd = hz_file();

		fill(bytes, i);
		CHECK(write(fd, bytes, SIZE) == SIZE, "write");
		SYS(fstat(fd, &owned[i]));
		for (int number = LEAST; number < MOST; number++)
			if (number % FILES == i && number != fd &&
			    fcntl(number, F_GETFD) < 0)
				SYS(dup2(fd, number));
	}
	/* No number is free, also none at which a file was opened first. */
	for (int number = LEAST; number < MOST; number++)
		CHECK(fcntl(number, F_GETFD) >= 0, "%d is free", number);
}

/* All descriptors are open, are the same files, and the contents are
 * unchanged. */
static void check_all_numbers(void)
{
	unsigned char bytes[SIZE], expected[SIZE];
	unsigned seen[FILES] = {0};

	for (int number = LEAST; number < MOST; number++) {
		struct stat st;
		int i;

		SYS(fstat(number, &st));
		for (i = 0; i < FILES; i++)
			if (owned[i].st_ino == st.st_ino)
				break;
		CHECK(i < FILES, "%d is another file", number);
		CHECK(st.st_size == SIZE, "%ld bytes", (long)st.st_size);
		if (seen[i]++)
			continue;
		CHECK(lseek(number, 0, SEEK_CUR) == SIZE, "its position has changed");
		CHECK(pread(number, bytes, SIZE, 0) == SIZE, "pread");
		fill(expected, i);
		CHECK(memcmp(bytes, expected, SIZE) == 0, "it was written to");
	}
}

static void lose_all(void)
{
	close_all();
	take_all_numbers();
}

static void trace_numbers(unsigned from, unsigned n)
{
	unsigned char data[200] = {0};

	for (unsigned i = from; i < from + n; i++) {
		memcpy(data, &i, sizeof(i));
		posix_trace_event(type, data, sizeof(data));
	}
}

/* A file with a name, to open it after its descriptor was closed. */
static char log_path[64];

static int new_log(void)
{
	int fd;

	strcpy(log_path, "/tmp/posixtrace-hazard-XXXXXX");
	fd = mkstemp(log_path);
	CHECK(fd > 2, "%s", strerror(errno));
	return fd;
}

/* The serials in the log count up from 0. */
static unsigned read_numbers(void)
{
	struct hz_event e;
	trace_id_t trid;
	unsigned n = 0;
	int fd = open(log_path, O_RDONLY | O_CLOEXEC);

	SYS(fd);
	OK(posix_trace_open(fd, &trid));
	while (hz_get(trid, &e)) {
		if (!hz_is_user(&e))
			continue;
		CHECK((unsigned)e.data.number == n, "%d instead of %u",
		      e.data.number, n);
		n++;
	}
	OK(posix_trace_close(trid));
	close(fd);
	return n;
}

/* A large log, for many flushes before the last one. */
static trace_id_t create_log(int fd)
{
	type = hz_type("descriptors");
	return hz_create(&(struct hz_setup){
		.fd = fd, .policy = POSIX_TRACE_FLUSH, .size = 4 << 20,
		.log_policy = POSIX_TRACE_APPEND });
}

enum { BEFORE = 1000, BEHIND = 9000 };

static void closed_after_create(void)
{
	trace_id_t trid = create_log(new_log());
	unsigned n;

	trace_numbers(0, BEFORE);
	OK(posix_trace_flush(trid));
	lose_all();
	for (unsigned i = 0; i < BEHIND; i += 1000) {
		trace_numbers(BEFORE + i, 1000);
		OK(posix_trace_flush(trid));
	}
	OK(posix_trace_shutdown(trid));
	check_all_numbers();
	close_all();
	n = read_numbers();
	CHECK(n == BEFORE + BEHIND, "%u events", n);
	unlink(log_path);
}

/* The program's table is full all the time. */
static void table_is_full(void)
{
	int fd = new_log();
	trace_id_t trid;

	take_all_numbers();
	trid = create_log(fd);
	trace_numbers(0, BEFORE);
	SYS(close(fd));
	SYS(dup2(LEAST + 1, fd));
	trace_numbers(BEFORE, BEHIND);
	OK(posix_trace_shutdown(trid));
	close_all();
	CHECK(read_numbers() == BEFORE + BEHIND, "events are missing");
	unlink(log_path);
}

static _Atomic bool enough;

static void *flush_on(void *arg)
{
	trace_id_t trid = *(trace_id_t *)arg;
	unsigned n = 0;

	while (!enough || n < BEHIND) {
		trace_numbers(n, 100);
		n += 100;
		OK(posix_trace_flush(trid));
	}
	return (void *)(uintptr_t)n;
}

/* Close all descriptors all the time while the log is written. */
static void closed_while_flushing(void)
{
	trace_id_t trid = create_log(new_log());
	pthread_t thread;
	void *n;

	lose_all();
	thread = hz_thread(flush_on, &trid);
	for (int round = 0; round < 20 / HZ_SLOW + 1; round++)
		for (int number = LEAST + FILES; number < MOST; number++) {
			SYS(close(number));
			SYS(dup2(number - FILES, number));
		}
	check_all_numbers();
	enough = true;
	pthread_join(thread, &n);
	OK(posix_trace_shutdown(trid));
	check_all_numbers();
	close_all();
	CHECK(read_numbers() == (uintptr_t)n, "events are missing");
	unlink(log_path);
}

static void closed_in_a_child(void)
{
	trace_id_t trid = create_log(new_log());
	pid_t pid;

	trace_numbers(0, BEFORE);
	pid = hz_fork();
	if (pid == 0) {
		lose_all();
		trace_numbers(0, BEFORE);
		CHECK(posix_trace_flush(trid) == EINVAL, "a child flushed its parent's stream");
		check_all_numbers();
		exit(0);
	}
	trace_numbers(BEFORE, BEHIND);
	hz_join(pid);
	OK(posix_trace_shutdown(trid));
	CHECK(read_numbers() == BEFORE + BEHIND, "events are missing");
	unlink(log_path);
}

/*
 * While a log is written, the program's table has no descriptor of the library,
 * and the library keeps none of the program's open: the other end of a pipe
 * gets its end of file, and a lock on the log is the program's own.
 */
static void tables_are_apart(void)
{
	struct flock lock = { .l_type = F_WRLCK };
	int fd = new_log(), pipes[2];
	struct hz_census before;
	struct pollfd end;
	trace_id_t trid;
	pid_t pid;

	SYS(pipe(pipes));
	SYS(fcntl(fd, F_SETLK, &lock));
	before = hz_census();
	trid = create_log(fd);
	CHECK(hz_census().fds == before.fds, "%u descriptors, before %u",
	      hz_census().fds, before.fds);
	close(pipes[1]);
	end = (struct pollfd){ .fd = pipes[0], .events = POLLIN };
	CHECK(poll(&end, 1, 10000) == 1 && end.revents & POLLHUP,
	      "the pipe is kept open");
	trace_numbers(0, BEFORE);
	OK(posix_trace_shutdown(trid));
	pid = hz_fork();
	if (pid == 0) {
		SYS(fcntl(fd, F_GETLK, &lock));
		CHECK(lock.l_type == F_WRLCK, "the lock is gone");
		_exit(0);
	}
	hz_join(pid);
	close(pipes[0]);
	close(fd);
	CHECK(read_numbers() == BEFORE, "events are missing");
	unlink(log_path);
}

/* The segment's file stays locked, so the stream is not taken for one of a dead
 * process. */
static void streams_without_a_log(void)
{
	pid_t pid, parent = getpid();
	trace_id_t trid, other;
	struct hz_event e;
	int seen = 0;

	type = hz_type("descriptors");
	trid = hz_create(&(struct hz_setup){ .size = 1 << 20 });
	lose_all();
	trace_numbers(0, 10);
	pid = hz_fork();
	if (pid == 0) {
		struct hz_setup setup = { .pid = parent, .suspended = true };
		int files = (int)hz_leftovers();

		/* Each create removes leftovers. */
		for (int i = 0; i < 3; i++) {
			other = hz_create(&setup);
			OK(posix_trace_shutdown(other));
		}
		CHECK((int)hz_leftovers() >= files || !files,
		      "%u files left of %d", hz_leftovers(), files);
		exit(0);
	}
	hz_join(pid);
	trace_numbers(10, 10);
	while (hz_try(trid, &e))
		seen += hz_is_user(&e);
	CHECK(seen == 20, "%d events", seen);
	OK(posix_trace_shutdown(trid));
	check_all_numbers();
}

/* The target checks twice a second whether the controller is alive. */
static void streams_of_another(void)
{
	int to_child[2];
	trace_id_t trid;
	struct hz_event e;
	unsigned seen = 0;
	uint64_t end;
	pid_t pid;
	char c;

	SYS(pipe(to_child));
	type = hz_type("descriptors");
	pid = hz_fork();
	if (pid == 0) {
		close(to_child[1]);
		SYS(read(to_child[0], &c, 1));
		for (unsigned i = 0; i < 150; i++) {
			trace_numbers(i, 1);
			hz_sleep_ms(10);
		}
		exit(0);
	}
	trid = hz_create(&(struct hz_setup){ .pid = pid, .size = 1 << 20 });
	SYS(write(to_child[1], "", 1));
	lose_all();
	hz_join(pid);
	end = hz_ns() + UINT64_C(10000000000);
	while (seen < 150 && hz_ns() < end)
		if (hz_try(trid, &e))
			seen += hz_is_user(&e);
	CHECK(seen == 150, "%u events", seen);
	OK(posix_trace_shutdown(trid));
	check_all_numbers();
}

/* The controller is killed after it closed its descriptors: what is in memory
 * is found as usual. */
static void killed_after_close(void)
{
	int fd = new_log(), pipes[2];
	pid_t pid;
	char c;

	SYS(pipe(pipes));
	pid = hz_fork();
	if (pid == 0) {
		trace_id_t trid = create_log(fd);
		int moved = fcntl(pipes[1], F_DUPFD, MOST);

		(void)trid;
		SYS(moved);
		SYS(dup2(moved, 2));
		lose_all();
		trace_numbers(0, BEFORE);
		SYS(write(2, "", 1));
		pause();
	}
	SYS(read(pipes[0], &c, 1));
	hz_kill(pid);
	CHECK(read_numbers() == BEFORE, "events are missing");
	close(fd);
	unlink(log_path);
}

/* What cannot be read is missing, which is reported. */
static void closed_while_reading(void)
{
	struct posixtrace_usage usage;
	int fd = new_log();
	trace_id_t trid = create_log(fd);
	struct hz_event e;
	unsigned n = 0;

	trace_numbers(0, BEFORE + BEHIND);
	OK(posix_trace_shutdown(trid));
	OK(posix_trace_open(fd, &trid));
	while (n < 10)
		n += hz_get(trid, &e) && hz_is_user(&e);
	lose_all();
	while (hz_get(trid, &e))
		n += hz_is_user(&e);
	CHECK(n < BEFORE + BEHIND, "%u events", n);
	OK(posixtrace_get_usage(trid, &usage));
	CHECK(!usage.complete, "it is reported as complete");
	OK(posix_trace_close(trid));
	check_all_numbers();
	close_all();
	unlink(log_path);
}

static void check_sandboxed(bool once)
{
	struct posix_trace_status_info status;
	struct posixtrace_usage usage;
	trace_id_t trid;
	unsigned n;
	int err;

	/* In a sandbox where close_range(2) fails. */
	hz_refuse(SYS_close_range, ENOSYS);
	trid = create_log(new_log());
	trace_numbers(0, BEFORE);
	OK(posix_trace_flush(trid));
	close_all();
	if (!once)
		take_all_numbers();
	trace_numbers(BEFORE, BEHIND);
	err = posix_trace_flush(trid);
	OK(posix_trace_get_status(trid, &status));
	CHECK(status.posix_stream_flush_error == EBADF, "%s",
	      strerror(status.posix_stream_flush_error));
	CHECK(status.posix_log_overrun_status == POSIX_TRACE_OVERRUN,
	      "no overrun");
	OK(posixtrace_get_usage(trid, &usage));
	CHECK(usage.log_lost >= BEHIND && usage.log_lost <= BEHIND + 20,
	      "%llu lost", (unsigned long long)usage.log_lost);
	trace_numbers(BEFORE + BEHIND, 1);
	CHECK(err == EBADF || err == 0, "flush: %s", strerror(err));
	err = posix_trace_flush(trid);
	CHECK(err == EBADF, "flush: %s", strerror(err));
	err = posix_trace_shutdown(trid);
	CHECK(err == EBADF, "shutdown: %s", strerror(err));
	if (!once)
		check_all_numbers();
	close_all();
	n = read_numbers();
	CHECK(n == BEFORE, "%u events", n);
	unlink(log_path);
}

static void sandboxed(void)
{
	check_sandboxed(false);
}

static void sandboxed_and_none_opened(void)
{
	check_sandboxed(true);
}

static const struct hz_case cases[] = {
	{ .name = "closed-after-create", .run = closed_after_create },
	{ .name = "table-is-full", .run = table_is_full },
	{ .name = "closed-while-flushing", .run = closed_while_flushing },
	{ .name = "closed-in-a-child", .run = closed_in_a_child },
	{ .name = "tables-are-apart", .run = tables_are_apart },
	{ .name = "streams-without-a-log", .run = streams_without_a_log },
	{ .name = "streams-of-another", .run = streams_of_another },
	{ .name = "killed-after-close", .run = killed_after_close, .kills = true },
	{ .name = "closed-while-reading", .run = closed_while_reading },
	{ .name = "sandboxed", .run = sandboxed },
	{ .name = "sandboxed-and-none-opened",
	  .run = sandboxed_and_none_opened },
};

HZ_MAIN(cases)
