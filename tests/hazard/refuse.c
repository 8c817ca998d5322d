/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Failures of the machine: a full disk, a limit of file sizes, descriptors of
 * wrong types, no membarrier, no counter.  The library must return an error
 * number, report a flush error in the status, or use a slower path.  It must
 * not crash, raise a signal or give a wrong trace.
 */
#include "machine.h"
#include "processes.h"

#include <sys/syscall.h>

/*
 * Check the numbers in a log.  They increase by one except at a gap, which
 * reports how many events are missing there; system events may be among these.
 * Returns how many numbers were read, and in *reported the sum of all gaps.
 */
static unsigned read_log(int fd, uint64_t *reported)
{
	unsigned n = 0, last = UINT32_MAX;
	struct posixtrace_loss loss = {0};
	int64_t before = 0, overflow = 0;
	struct hz_event e;
	trace_id_t trid;

	*reported = 0;
	OK(posix_trace_open(fd, &trid));
	while (hz_get(trid, &e)) {
		CHECK(hz_event_ns(&e) >= before, "time falls");
		if (e.info.posix_event_id == POSIX_TRACE_OVERFLOW) {
			struct posixtrace_loss one;

			OK(posixtrace_get_loss(trid, &one));
			loss.events += one.events;
			CHECK(!overflow, "two gaps in one place");
			overflow = hz_event_ns(&e);
			/* The first lost event is not later than its gap. */
			CHECK(one.first.tv_sec * INT64_C(1000000000) +
			      one.first.tv_nsec <= overflow,
			      "reported too early");
		}
		before = hz_event_ns(&e);
		if (!hz_is_user(&e))
			continue;
		CHECK(e.len == 200, "%zu bytes", e.len);
		CHECK((unsigned)e.data.number - last - 1 <= loss.events &&
		      (unsigned)e.data.number - last - 1 + 10 >= loss.events,
		      "%u after %u, %llu reported as lost",
		      (unsigned)e.data.number, last,
		      (unsigned long long)loss.events);
		*reported += loss.events;
		loss.events = 0;
		overflow = 0;
		last = (unsigned)e.data.number;
		n++;
	}
	*reported += loss.events;
	OK(posix_trace_close(trid));
	return n;
}

static unsigned read_numbers(int fd)
{
	uint64_t reported;
	unsigned n = read_log(fd, &reported);

	CHECK(reported == 0, "%llu lost", (unsigned long long)reported);
	return n;
}

/*
 * Log into a file that has room for some events only.  The flush returns the
 * error, and the status reports it once.  Missing events are counted, and the
 * log's contents are correct.  A FLUSH stream may have flushed and failed by
 * itself before, which only the status reports.
 */
static void fill_log(int fd, int policy, int expected, void (*more_room)(void))
{
	enum { EVENTS = 20000 };
	struct posix_trace_status_info status;
	struct posixtrace_usage usage;
	trace_id_t trid = hz_create(&(struct hz_setup){
		.fd = fd, .policy = policy, .log_policy = POSIX_TRACE_APPEND,
		.size = 8 << 20 });
	uint64_t reported;
	unsigned n;
	int err;

	type = hz_type("refuse");
	trace_numbers(0, EVENTS);
	err = posix_trace_flush(trid);
	CHECK(err == expected || (policy == POSIX_TRACE_FLUSH && err == 0),
	      "flush: %s", strerror(err));
	OK(posix_trace_get_status(trid, &status));
	CHECK(status.posix_stream_flush_error == expected, "flush_error %d",
	      status.posix_stream_flush_error);
	CHECK(status.posix_log_overrun_status == POSIX_TRACE_OVERRUN,
	      "no overrun");
	OK(posix_trace_get_status(trid, &status));
	CHECK(status.posix_stream_flush_error == 0 &&
	      status.posix_log_overrun_status == POSIX_TRACE_NO_OVERRUN,
	      "reported twice");
	OK(posixtrace_get_usage(trid, &usage));
	more_room();
	trace_numbers(EVENTS, 100);
	OK(posix_trace_shutdown(trid));
	n = read_log(fd, &reported);
	CHECK(n > 100 && n < EVENTS, "%u events", n);
	CHECK(reported == usage.log_lost, "%llu lost, %llu reported",
	      (unsigned long long)usage.log_lost, (unsigned long long)reported);
	/* Some of the lost events may be system events. */
	CHECK(n + usage.log_lost >= EVENTS + 100 &&
	      n + usage.log_lost <= EVENTS + 110, "%u in the log, %llu lost",
	      n, (unsigned long long)usage.log_lost);
}

static int small_dir_fill = -1;

static void free_disk(void)
{
	SYS(ftruncate(small_dir_fill, 0));
}

static void disk_full(void)
{
	char dir[] = "/tmp/posixtrace-hazard-XXXXXX", path[64];
	char zero[4096] = {0};
	int fd;

	CHECK(mkdtemp(dir), "mkdtemp: %s", strerror(errno));
	if (!mount_small(dir, "size=1m", 0)) {
		rmdir(dir);
		SKIP("cannot mount");
	}
	snprintf(path, sizeof(path), "%s/log", dir);
	fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	SYS(fd);
	snprintf(path, sizeof(path), "%s/fill", dir);
	small_dir_fill = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	SYS(small_dir_fill);
	for (int i = 0; i < 64; i++)
		SYS(write(small_dir_fill, zero, sizeof(zero)));
	fill_log(fd, POSIX_TRACE_FLUSH, ENOSPC, free_disk);
	/* A log that has no room for its first bytes. */
	SYS(ftruncate(fd, 0));
	while (write(small_dir_fill, zero, sizeof(zero)) > 0)
		;
	for (int round = 0; round < 3; round++) {
		trace_id_t trid;
		int err = posix_trace_create_withlog(0, NULL, fd, &trid);

		CHECK(err == ENOSPC, "create: %s", strerror(err));
	}
	umount2(dir, MNT_DETACH);
	rmdir(dir);
}

static void device_full(void)
{
	trace_id_t trid;
	int fd = open("/dev/full", O_WRONLY | O_CLOEXEC), err;

	SYS(fd);
	err = posix_trace_create_withlog(0, NULL, fd, &trid);
	CHECK(err == ENOSPC, "%s", strerror(err));
	close(fd);
}

/* An empty name is valid. */
/* Another program cuts the log while it is written: what was in it is lost, which
 * cannot be counted. */
static void cut_log(void)
{
	static const int policies[] = {
		POSIX_TRACE_LOOP, POSIX_TRACE_UNTIL_FULL, POSIX_TRACE_APPEND,
	};

	for (unsigned i = 0; i < 3; i++) {
		struct hz_setup setup = { .log_policy = policies[i],
					  .size = 1 << 20,
					  .log_size = 1 << 20,
					  .fd = hz_file() };
		trace_id_t trid = hz_create(&setup);
		struct posix_trace_status_info status;

		type = hz_type("refuse");
		trace_numbers(0, 1000);
		OK(posix_trace_flush(trid));
		SYS(ftruncate(setup.fd, 0));
		CHECK(posix_trace_flush(trid) == EIO, "no error");
		OK(posix_trace_get_status(trid, &status));
		CHECK(status.posix_stream_flush_error == EIO, "not reported");
		trace_numbers(0, 1000);
		OK(posix_trace_flush(trid));
		SYS(ftruncate(setup.fd, 100 << 10));
		CHECK(posix_trace_shutdown(trid) == EIO, "no error at the end");
		close(setup.fd);
	}
}

static void empty_name(void)
{
	char name[TRACE_EVENT_NAME_MAX + 1] = "something";
	int fd = hz_file();
	struct hz_event e;
	trace_id_t trid;

	type = hz_type("");
	trid = hz_create(&(struct hz_setup){ .fd = fd });
	trace_numbers(0, 10);
	OK(posix_trace_flush(trid));
	OK(posix_trace_shutdown(trid));
	OK(posix_trace_open(fd, &trid));
	do
		CHECK(hz_get(trid, &e), "it is not in the log");
	while (!hz_is_user(&e));
	OK(posix_trace_eventid_get_name(trid, e.info.posix_event_id, name));
	CHECK(name[0] == '\0', "it is %s", name);
	OK(posix_trace_close(trid));
}

static _Atomic int signals;

static void count_signal(int number)
{
	(void)number;
	signals++;
}

static void no_limit(void)
{
	limit(RLIMIT_FSIZE, RLIM_INFINITY);
}

/* No SIGXFSZ is delivered, neither to the thread that creates nor to any
 * other. */
static void file_size_limit(void)
{
	int fd = hz_file(), err;
	trace_id_t trid;

	signal(SIGXFSZ, count_signal);
	for (rlim_t most = 0; most < 53248; most += 10000) {
		limit(RLIMIT_FSIZE, most);
		err = posix_trace_create_withlog(0, NULL, fd, &trid);
		CHECK(err == EFBIG, "limit %lu: %s", (unsigned long)most,
		      strerror(err));
		no_limit();
	}
	CHECK(!signals, "a signal at the create");
	OK(posix_trace_create(0, NULL, &trid));
	OK(posix_trace_shutdown(trid));
	limit(RLIMIT_FSIZE, 1100000);
	fill_log(fd, POSIX_TRACE_LOOP, EFBIG, no_limit);
	CHECK(!signals, "%d signals", signals);
}

/*
 * A LOOP log reports events that could not be written, at their place, and
 * those overwritten, at its beginning.  It reports none twice, even if a gap
 * itself was overwritten.
 */
static void gaps_of_a_loop_log(void)
{
	for (unsigned behind = 100; behind < 100000; behind *= 4) {
		struct posix_trace_status_info status;
		struct posixtrace_usage usage;
		int fd = hz_file();
		uint64_t reported = 0;
		struct hz_event e;
		trace_id_t trid = hz_create(&(struct hz_setup){
			.fd = fd, .policy = POSIX_TRACE_LOOP,
			.log_policy = POSIX_TRACE_LOOP, .size = 8 << 20,
			.log_size = 4 << 20 });

		signal(SIGXFSZ, count_signal);
		type = hz_type("refuse");
		limit(RLIMIT_FSIZE, 2 << 20);
		trace_numbers(0, 10000);
		CHECK(posix_trace_flush(trid) == EFBIG, "no error");
		no_limit();
		trace_numbers(10000, behind);
		OK(posix_trace_flush(trid));
		OK(posixtrace_get_usage(trid, &usage));
		CHECK(usage.log_lost > 1000, "nothing was refused");
		/* Reading the status clears the error. */
		OK(posix_trace_get_status(trid, &status));
		OK(posix_trace_shutdown(trid));
		OK(posix_trace_open(fd, &trid));
		OK(posixtrace_get_usage(trid, &usage));
		while (hz_get(trid, &e)) {
			struct posixtrace_loss loss;

			if (e.info.posix_event_id != POSIX_TRACE_OVERFLOW)
				continue;
			OK(posixtrace_get_loss(trid, &loss));
			reported += loss.events;
		}
		OK(posix_trace_close(trid));
		/* Events that are older than the newest overwritten one are
		 * omitted, too. */
		CHECK(reported >= usage.lost + usage.log_lost &&
		      reported <= usage.lost + usage.log_lost + 200,
		      "%u more: %llu lost, %llu reported", behind,
		      (unsigned long long)(usage.lost + usage.log_lost),
		      (unsigned long long)reported);
		close(fd);
	}
}

/* A pending, blocked SIGXFSZ from before is the application's and stays
 * pending. */
static void pending_file_size_signal(void)
{
	sigset_t xfsz, pending;
	trace_id_t trid;
	int fd = hz_file();

	sigemptyset(&xfsz);
	sigaddset(&xfsz, SIGXFSZ);
	OK(pthread_sigmask(SIG_BLOCK, &xfsz, NULL));
	OK(pthread_kill(pthread_self(), SIGXFSZ));
	limit(RLIMIT_FSIZE, 1000);
	CHECK(posix_trace_create_withlog(0, NULL, fd, &trid) == EFBIG,
	      "created");
	no_limit();
	SYS(sigpending(&pending));
	CHECK(sigismember(&pending, SIGXFSZ), "it is not pending any more");
}

static void bad_descriptors(void)
{
	static const int flags[] = { O_RDONLY, O_PATH, O_DIRECTORY };
	int fd = hz_file(), fd_mem, fd_kmsg, pipes[2], err;
	trace_id_t trid;

	for (int i = 0; i < 3; i++) {
		int bad = open(i == 2 ? "/tmp" : "/dev/null",
			       flags[i] | O_CLOEXEC);

		SYS(bad);
		err = posix_trace_create_withlog(0, NULL, bad, &trid);
		CHECK(err == EBADF, "%d: %s", i, strerror(err));
		close(bad);
		err = posix_trace_create_withlog(0, NULL, bad, &trid);
		CHECK(err == EBADF, "closed: %s", strerror(err));
		CHECK(posix_trace_open(bad, &trid) == EINVAL, "opened");
	}
	SYS(pipe2(pipes, O_CLOEXEC));
	err = posix_trace_create_withlog(0, NULL, pipes[1], &trid);
	CHECK(err == EINVAL, "%s", strerror(err));
	CHECK(posix_trace_open(pipes[0], &trid) == EINVAL, "opened");

	/* Files that cannot be written to at an offset, or not at all. */
	fd_mem = open("/proc/self/comm", O_RDWR | O_CLOEXEC);
	err = posix_trace_create_withlog(0, NULL, fd_mem, &trid);
	CHECK(err == ESPIPE, "/proc: %s", strerror(err));
	close(fd_mem);
	fd_mem = memfd_create("sealed", MFD_CLOEXEC | MFD_ALLOW_SEALING);
	SYS(fcntl(fd_mem, F_ADD_SEALS, F_SEAL_GROW));
	err = posix_trace_create_withlog(0, NULL, fd_mem, &trid);
	CHECK(err == EIO, "sealed: %s", strerror(err));
	close(fd_mem);

	/* A file that exists but cannot be read. */
	fd_mem = open("/proc/self/mem", O_RDONLY | O_CLOEXEC);
	SYS(fd_mem);
	CHECK(posix_trace_open(fd_mem, &trid) == EINVAL, "opened");
	close(fd_mem);

	/* A file whose readers block until the kernel logs a message.  Opening
	 * it may need a capability. */
	fd_kmsg = open("/proc/kmsg", O_RDONLY | O_CLOEXEC);
	if (fd_kmsg >= 0) {
		alarm(20);
		CHECK(posix_trace_open(fd_kmsg, &trid) == EINVAL, "opened");
		alarm(0);
		close(fd_kmsg);
	}

	/* The log's descriptor is closed while it is used: the library has its
	 * own. */
	type = hz_type("refuse");
	trid = hz_create(&(struct hz_setup){ .fd = fd });
	err = dup(fd);
	SYS(err);
	close(fd);
	trace_numbers(0, 1000);
	OK(posix_trace_shutdown(trid));
	CHECK(read_numbers(err) == 1000, "events are missing");
}

/* Refused: two streams would overwrite each other's data. */
static void log_of_another_stream(void)
{
	char path[64];
	int fd = hz_file(), again;
	trace_id_t trid, other;
	pid_t pid;

	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	type = hz_type("refuse");
	trid = hz_create(&(struct hz_setup){ .fd = fd });
	trace_numbers(0, 1000);
	CHECK(posix_trace_create_withlog(0, NULL, fd, &other) == EBUSY,
	      "created");
	pid = hz_fork();
	if (pid == 0) {
		again = open(path, O_RDWR | O_CLOEXEC);
		SYS(again);
		CHECK(posix_trace_create_withlog(0, NULL, again, &other) ==
		      EBUSY, "created");
		exit(0);
	}
	hz_join(pid);
	trace_numbers(1000, 1000);
	OK(posix_trace_shutdown(trid));
	CHECK(read_numbers(fd) == 2000, "events are missing");
	/* Afterwards the file can be used again. */
	trid = hz_create(&(struct hz_setup){ .fd = fd });
	trace_numbers(0, 10);
	OK(posix_trace_shutdown(trid));
	CHECK(read_numbers(fd) == 10, "events are missing");
	/* A file whose controller was killed can be used again, too. */
	pid = hz_fork();
	if (pid == 0) {
		hz_create(&(struct hz_setup){ .fd = fd });
		raise(SIGKILL);
	}
	SYS(waitpid(pid, NULL, 0));
	OK(posix_trace_create_withlog(0, NULL, fd, &trid));
	OK(posix_trace_shutdown(trid));
}

/* The attributes have the sizes in use, not those requested. */
static void smallest_size(void)
{
	static const size_t asked[] = { 0, 1, 7, 4096, 7000 };
	size_t size = 0, again;
	trace_attr_t attr;
	trace_id_t trid;

	for (int i = 0; i < 5; i++) {
		OK(posix_trace_attr_init(&attr));
		OK(posix_trace_attr_setstreamsize(&attr, asked[i]));
		for (int round = 0; round < 2; round++) {
			OK(posix_trace_create(0, &attr, &trid));
			OK(posix_trace_attr_destroy(&attr));
			OK(posix_trace_get_attr(trid, &attr));
			OK(posix_trace_shutdown(trid));
			OK(posix_trace_attr_getstreamsize(&attr, &again));
			CHECK(again >= 4096 && again >= asked[i],
			      "%zu, asked for %zu", again, asked[i]);
			CHECK(!round || again == size, "%zu, then %zu", size,
			      again);
			size = again;
		}
		OK(posix_trace_attr_destroy(&attr));
	}
}

/* Started anew, so that the library initialises itself under the filter. */

enum { COUNTERS = 3, COUNT = 20000 };

static void *count_up(void *arg)
{
	unsigned who = (unsigned)(uintptr_t)arg;

	for (unsigned i = 0; i < COUNT / HZ_SLOW; i++) {
		unsigned pair[2] = { who, i };

		posix_trace_event(type, pair, sizeof(pair));
	}
	return NULL;
}

/* Threads count up while another one reads: each thread's numbers are in order,
 * and none is missing. */
static void count_and_read(void)
{
	trace_id_t trid = hz_create(&(struct hz_setup){ .size = 8 << 20 });
	unsigned next[COUNTERS] = {0}, n = 0;
	uint64_t end = hz_ns() + 20000000000u;
	pthread_t threads[COUNTERS];
	struct timespec now;
	struct hz_event e;
	int64_t last = 0;

	type = hz_type("refuse");
	for (unsigned i = 0; i < COUNTERS; i++)
		threads[i] = hz_thread(count_up, (void *)(uintptr_t)i);
	while (n < COUNTERS * (COUNT / HZ_SLOW)) {
		unsigned pair[2];

		CHECK(hz_ns() < end, "%u events", n);
		if (!hz_try(trid, &e) || !hz_is_user(&e))
			continue;
		memcpy(pair, &e.data, sizeof(pair));
		CHECK(pair[0] < COUNTERS && pair[1] == next[pair[0]],
		      "%u of thread %u", pair[1], pair[0]);
		CHECK(hz_event_ns(&e) >= last, "time falls");
		last = hz_event_ns(&e);
		next[pair[0]]++;
		n++;
	}
	clock_gettime(CLOCK_REALTIME, &now);
	CHECK(llabs(now.tv_sec - e.info.posix_timestamp.tv_sec) < 60,
	      "that was at another time");
	for (unsigned i = 0; i < COUNTERS; i++)
		pthread_join(threads[i], NULL);
	OK(posix_trace_shutdown(trid));
}

/* The clock by which a log was written; see posixtrace-log(5). */
static uint32_t clock_of_log(void)
{
	int fd = hz_file();
	uint32_t clock;

	OK(posix_trace_shutdown(hz_create(&(struct hz_setup){ .fd = fd })));
	CHECK(pread(fd, &clock, sizeof(clock), 45056 + 40) == sizeof(clock),
	      "the log is short");
	close(fd);
	return clock;
}

static int role(int argc, char **argv)
{
	(void)argc;
	if (strcmp(argv[1], "--no-counter") == 0)
		CHECK(clock_of_log() == 2, "another clock was used");
	count_and_read();
	return 0;
}

static void be(const char *what)
{
	execl(hz_program(), hz_program(), what, (char *)NULL);
	CHECK(false, "exec: %s", strerror(errno));
}

static void no_membarrier(void)
{
	hz_refuse(SYS_membarrier, EPERM);
	be("--no-membarrier");
}

/* membarrier is forbidden after the library has begun to use it. */
static void membarrier_forbidden_later(void)
{
	hz_refuse(SYS_membarrier, EPERM);
	count_and_read();
}

static void no_counter(void)
{
	char path[] = "/tmp/posixtrace-hazard-XXXXXX";
	int fd = mkstemp(path);

	SYS(fd);
	SYS(write(fd, "hpet\n", 5));
	close(fd);
	if (!hz_private_shm ||
	    mount(path, "/sys/devices/system/clocksource/clocksource0/"
		  "current_clocksource", NULL, MS_BIND, NULL) != 0) {
		unlink(path);
		SKIP("cannot mount");
	}
	unlink(path);
	be("--no-counter");
}

static const struct hz_case cases[] = {
	{ .name = "disk-full", .run = disk_full },
	{ .name = "device-full", .run = device_full },
	{ .name = "empty-name", .run = empty_name },
	{ .name = "cut-log", .run = cut_log },
	{ .name = "file-size-limit", .run = file_size_limit },
	{ .name = "gaps-of-a-loop-log", .run = gaps_of_a_loop_log },
	{ .name = "pending-file-size-signal",
	  .run = pending_file_size_signal },
	{ .name = "log-of-another-stream", .run = log_of_another_stream,
	  .kills = true },
	{ .name = "smallest-size", .run = smallest_size },
	{ .name = "bad-descriptors", .run = bad_descriptors },
	{ .name = "no-membarrier", .run = no_membarrier },
	{ .name = "membarrier-forbidden-later",
	  .run = membarrier_forbidden_later },
	{ .name = "no-counter", .run = no_counter },
};

int main(int argc, char **argv)
{
	hz_role = role;
	return hz_main(argc, argv, cases, sizeof(cases) / sizeof(cases[0]));
}
