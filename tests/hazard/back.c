/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * A clock that goes backward, as after a suspend or when a virtual machine is
 * restored from a snapshot: by a little and by much, several times, in streams
 * of every policy, with a log, and after a clear.  No event may be lost or out
 * of order, and time in the stream may not decrease.
 *
 * The test wraps clock_gettime() and forbids the processor's counter, which it
 * cannot set back.
 */
#include "hazard.h"

#include <sys/mman.h>

#include "cut.h"

static uint64_t behind;			/* how many ns CLOCK_MONOTONIC was set back */
static uint64_t standstill;		/* it stands at this time; 0: it runs */

int __wrap_clock_gettime(clockid_t clock, struct timespec *time);
int __wrap_clock_gettime(clockid_t clock, struct timespec *time)
{
	uint64_t ns;

	/* The vDSO would read the counter, so use the system call. */
	if (syscall(SYS_clock_gettime, clock, time) != 0)
		return -1;
	if (clock == CLOCK_MONOTONIC) {
		ns = (uint64_t)time->tv_sec * 1000000000 +
		     (uint64_t)time->tv_nsec - behind;
		ns = standstill ? standstill : ns;
		time->tv_sec = (time_t)(ns / 1000000000);
		time->tv_nsec = (long)(ns % 1000000000);
	}
	return 0;
}

enum { A_LITTLE = 100000, MUCH = 2000000000, EVENTS = 1000 };

static trace_event_id_t type;
static uint32_t serial;

static void record(unsigned n)
{
	for (; n; n--) {
		posix_trace_event(type, &serial, sizeof(serial));
		serial++;
	}
}

/* Longer ones, of which few fill a chunk. */
static void record_long(unsigned n)
{
	uint32_t data[50] = {0};

	for (; n; n--) {
		data[0] = serial++;
		posix_trace_event(type, data, sizeof(data));
	}
}

static void need_counter(void)
{
	if (HZ_SLOW > 1)
		SKIP("a sanitizer reads the counter itself");
}

static trace_id_t begin(const struct hz_setup *setup)
{
	need_counter();
#ifdef PR_SET_TSC
	prctl(PR_SET_TSC, PR_TSC_SIGSEGV);
#endif
	type = hz_type("back");
	return hz_create(setup);
}

/* Read all events from serial `from` on; none may be missing. */
static void check_events(trace_id_t trid, uint32_t from)
{
	struct timespec last = {0};
	struct hz_event e;

	for (;;) {
		uint32_t n;

		if (from == serial)
			break;
		/* If the clock was set back a little, the event appears when
		 * the clock has caught up. */
		CHECK(hz_get_within(trid, &e, 2000),
		      "event %u of %u is missing", from, serial);
		CHECK(e.info.posix_event_id != POSIX_TRACE_OVERFLOW,
		      "a gap in front of event %u", from);
		CHECK(e.info.posix_timestamp.tv_sec > last.tv_sec ||
		      (e.info.posix_timestamp.tv_sec == last.tv_sec &&
		       e.info.posix_timestamp.tv_nsec >= last.tv_nsec),
		      "time falls in front of event %u", from);
		last = e.info.posix_timestamp;
		if (!hz_is_user(&e))
			continue;
		memcpy(&n, &e.data, sizeof(n));
		CHECK(n == from, "event %u after %u", n, from - 1);
		from++;
	}
}

static void falls(int policy, uint64_t by)
{
	trace_id_t trid = begin(&(struct hz_setup){ .policy = policy,
						    .size = 1 << 20 });

	/* Set the clock back with unread events, after reading, and twice in a
	 * row. */
	for (unsigned i = 0; i < 3; i++) {
		uint32_t first = serial;

		record(EVENTS);
		if (i == 1) {
			check_events(trid, first);
			first = serial;
		}
		behind += by;
		record(EVENTS);
		check_events(trid, first);
		record(EVENTS);
		behind += by;
		OK(posix_trace_stop(trid));
		OK(posix_trace_start(trid));
		record(EVENTS);
		check_events(trid, first + (i == 1 ? 1 : 2) * EVENTS);
	}
	OK(posix_trace_shutdown(trid));
}

static void a_little(void)
{
	falls(POSIX_TRACE_LOOP, A_LITTLE);
	falls(POSIX_TRACE_UNTIL_FULL, A_LITTLE);
}

static void much_loop(void)
{
	falls(POSIX_TRACE_LOOP, MUCH);
}

static void much_until_full(void)
{
	falls(POSIX_TRACE_UNTIL_FULL, MUCH);
}

/* Events that were overwritten or cleared must not hide later ones. */
static void after_overwritten_events(void)
{
	trace_id_t trid = begin(&(struct hz_setup){
		.policy = POSIX_TRACE_LOOP, .size = 65536 });
	struct posixtrace_usage usage;
	struct hz_event e;
	uint32_t first;
	unsigned seen = 0;

	record(20 * EVENTS);
	behind += MUCH;
	record(20 * EVENTS);
	while (hz_try(trid, &e))
		seen += hz_is_user(&e);
	OK(posixtrace_get_usage(trid, &usage));
	/* START is overwritten, too. */
	CHECK(seen > EVENTS && seen + usage.lost >= 40 * EVENTS &&
	      seen + usage.lost <= 40 * EVENTS + 1,
	      "%u read and %llu lost of %u", seen,
	      (unsigned long long)usage.lost, 40 * EVENTS);
	for (unsigned i = 0; i < 2; i++) {
		record(EVENTS / 10);
		OK(posix_trace_clear(trid));
		first = serial;
		behind += MUCH;
		record(EVENTS / 10);
		check_events(trid, first);
	}
	OK(posix_trace_shutdown(trid));
}

/*
 * Until the clock has caught up all events have the same time, in several chunks,
 * of which the last one is open and is read in parts.
 */
static void several_chunks(int policy)
{
	trace_id_t trid = begin(&(struct hz_setup){ .policy = policy,
						    .size = 1 << 20 });

	for (unsigned i = 0; i < 10; i++) {
		uint32_t first = serial;
		struct hz_event e;

		record(1);
		behind += 9 * A_LITTLE;
		record_long(2 * EVENTS);
		/* Too early for most of them. */
		if (hz_try(trid, &e))
			first += hz_is_user(&e);
		record_long(EVENTS / 10);
		check_events(trid, first);
	}
	OK(posix_trace_shutdown(trid));
}

static void several_chunks_all(void)
{
	several_chunks(POSIX_TRACE_LOOP);
	several_chunks(POSIX_TRACE_UNTIL_FULL);
}

/* In memory: a recovery waits for the disk, and there are hundreds.  Not by
 * mkstemp(), which reads the clock itself. */
static int file(void)
{
	int fd = open("/dev/shm", O_TMPFILE | O_RDWR, 0600);

	SYS(fd);
	return fd;
}

/* The number of the first event in a log, if it is not 0. */
static uint32_t first_in_log;

/* Each event is in the log once, and in order. */
static void check_log(int fd, uint32_t events, const char *when)
{
	uint32_t n = 0, got = 0, next;
	struct hz_event e;
	trace_id_t trid;

	OK(posix_trace_open(fd, &trid));
	while (hz_get(trid, &e)) {
		CHECK(e.info.posix_event_id != POSIX_TRACE_OVERFLOW,
		      "%s: a gap in front of event %u", when, got);
		if (!hz_is_user(&e))
			continue;
		memcpy(&n, &e.data, sizeof(n));
		next = (first_in_log + got) % events;
		CHECK(n == next, "%s: event %u instead of %u", when, n, next);
		got++;
	}
	CHECK(got == events, "%s: %u of %u events", when, got, events);
	OK(posix_trace_close(trid));
}

/* The same, when the controller has been killed and its log is read. */
static void several_chunks_left(void)
{
	int fd = file(), status;
	pid_t pid;

	need_counter();
	pid = hz_fork();
	if (pid == 0) {
		begin(&(struct hz_setup){ .policy = POSIX_TRACE_UNTIL_FULL,
					  .size = 1 << 18, .fd = fd });
		record(1);
		behind += 9 * A_LITTLE;
		record_long(EVENTS);
		raise(SIGKILL);
	}
	SYS(waitpid(pid, &status, 0));
	check_log(fd, EVENTS + 1, "left");
	close(fd);
}

/* The controller, or a recovering process, is killed in that write. */
static void cut_write(unsigned write)
{
	cut.any = write;
	cut.bytes = write * 20011;
}

/* Recover a log; if `kills`, the process that does so is killed in each of its
 * writes. */
static void recover(int fd, uint32_t events, bool kills)
{
	int status;
	pid_t pid;

	for (unsigned write = 1; write < 300; write++) {
		struct posixtrace_recovery done;

		pid = hz_fork();
		if (pid == 0) {
			cut_write(kills ? write : 0);
			OK(posixtrace_recover(fd, &done));
			_exit(0);
		}
		SYS(waitpid(pid, &status, 0));
		check_log(fd, events, "recovered");
		if (!WIFSIGNALED(status))
			return;
	}
	CHECK(false, "recovery does not end");
}

static void record_at(uint64_t time, void *(*how)(void *))
{
	standstill = time;
	how(NULL);
	standstill = 0;
}

/*
 * The controller has flushed its stream.  Of events that have the same time as
 * those, or an earlier one, none is in the log, or a part is, if it is killed in
 * the next flush.
 */
static bool leave(const struct hz_setup *setup, unsigned write, int fd,
		  void *(*how)(void *), uint64_t falls)
{
	struct hz_setup with_log = *setup;
	int status;
	pid_t pid = hz_fork();

	if (pid == 0) {
		uint64_t time;
		trace_id_t trid;

		with_log.fd = fd;
		trid = begin(&with_log);
		time = hz_ns();
		record_at(time, how);
		OK(posix_trace_flush(trid));
		record_at(time - falls, how);
		cut_write(write);
		if (write)
			OK(posix_trace_flush(trid));
		_exit(write ? 0 : 1);
	}
	SYS(waitpid(pid, &status, 0));
	return WIFSIGNALED(status) || WEXITSTATUS(status) != 0;
}

static void leave_in_each_write(const struct hz_setup *setup, uint32_t events,
				void *(*how)(void *), uint64_t falls)
{
	bool is_left = true;

	need_counter();
	for (unsigned write = 0; is_left; write++) {
		int fd = file();

		is_left = leave(setup, write, fd, how, falls);
		check_log(fd, events, "left");
		recover(fd, events, write == 0);
		close(fd);
	}
}

static const struct hz_setup left_setups[] = {
	{ .policy = POSIX_TRACE_UNTIL_FULL, .log_policy = POSIX_TRACE_APPEND,
	  .size = 1 << 18 },
	{ .policy = POSIX_TRACE_LOOP, .log_policy = POSIX_TRACE_LOOP,
	  .size = 1 << 18, .log_size = 1 << 20 },
	{ .policy = POSIX_TRACE_LOOP, .log_policy = POSIX_TRACE_APPEND,
	  .size = 1 << 18, .compression = 1 },
};

static void *record_few(void *arg)
{
	record(5);
	return arg;
}

static void *record_chunks(void *arg)
{
	record_long(EVENTS / 5);
	return arg;
}

static void *record_in_thread(void *arg)
{
	pthread_join(hz_thread(record_few, NULL), NULL);
	return arg;
}

static void left_in_one_chunk(void)
{
	leave_in_each_write(&left_setups[0], 10, record_few, 0);
}

static void left_in_several_chunks(void)
{
	for (unsigned i = 0; i < 3; i++)
		leave_in_each_write(&left_setups[i], 2 * EVENTS / 5,
				    record_chunks, 0);
}

/* The lane of a thread has been given to another one, whose clock is behind, so
 * that its events come first. */
static void left_by_another_thread(void)
{
	first_in_log = 5;
	leave_in_each_write(&left_setups[0], 10, record_in_thread, A_LITTLE);
}

/* Events recorded before the clock was set back are cleared, too. */
static void cleared(void)
{
	trace_id_t trid = begin(&(struct hz_setup){
		.policy = POSIX_TRACE_LOOP, .size = 1 << 20 });
	uint32_t first;

	for (unsigned i = 0; i < 4; i++) {
		record(EVENTS);
		behind += i % 2 ? MUCH : 10 * A_LITTLE;
		OK(posix_trace_clear(trid));
		first = serial;
		record(EVENTS / 10);
		check_events(trid, first);
	}
	OK(posix_trace_shutdown(trid));
}

/* A thread whose first event comes after the clock was set back. */
static void *record_some(void *arg)
{
	record(EVENTS / 10);
	return arg;
}

static void another_thread(void)
{
	trace_id_t trid = begin(&(struct hz_setup){
		.policy = POSIX_TRACE_LOOP, .size = 1 << 20 });
	uint32_t first = serial;

	record(EVENTS);
	check_events(trid, first);
	first = serial;
	behind += MUCH;
	pthread_join(hz_thread(record_some, NULL), NULL);
	check_events(trid, first);
	OK(posix_trace_shutdown(trid));
}

static void into_a_log(int policy)
{
	uint32_t first, from;
	struct hz_event e;
	trace_id_t trid;
	int fd = file();

	trid = begin(&(struct hz_setup){ .policy = policy, .size = 1 << 20,
					 .fd = fd });
	first = from = serial;
	for (unsigned i = 0; i < 4; i++) {
		record(EVENTS);
		behind += i % 2 ? MUCH : A_LITTLE;
		record(EVENTS);
		if (i == 2)
			OK(posix_trace_flush(trid));
	}
	OK(posix_trace_shutdown(trid));
	SYS(lseek(fd, 0, SEEK_SET));
	OK(posix_trace_open(fd, &trid));
	while (hz_get(trid, &e)) {
		uint32_t n;

		CHECK(e.info.posix_event_id != POSIX_TRACE_OVERFLOW, "a gap");
		if (!hz_is_user(&e))
			continue;
		memcpy(&n, &e.data, sizeof(n));
		CHECK(n == from, "event %u after %u", n, from - 1);
		from++;
	}
	CHECK(from == serial, "%u of %u events", from - first, serial - first);
	OK(posix_trace_close(trid));
	close(fd);
}

static void with_a_log(void)
{
	into_a_log(POSIX_TRACE_FLUSH);
	into_a_log(POSIX_TRACE_LOOP);
}

static const struct hz_case cases[] = {
	{ .name = "a-little", .run = a_little },
	{ .name = "much-loop", .run = much_loop },
	{ .name = "much-until-full", .run = much_until_full },
	{ .name = "after-overwritten-events", .run = after_overwritten_events },
	{ .name = "several-chunks", .run = several_chunks_all },
	{ .name = "several-chunks-left", .run = several_chunks_left,
	  .kills = true },
	{ .name = "left-in-one-chunk", .run = left_in_one_chunk, .kills = true },
	{ .name = "left-in-several-chunks", .run = left_in_several_chunks,
	  .kills = true },
	{ .name = "left-by-another-thread", .run = left_by_another_thread,
	  .kills = true },
	{ .name = "cleared", .run = cleared },
	{ .name = "another-thread", .run = another_thread },
	{ .name = "with-a-log", .run = with_a_log },
};

HZ_MAIN(cases)
