/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * A clock that falls, as after the sleep of a machine, or when a virtual one is
 * put back to a snapshot: by a little and by much, once and again, in streams of
 * every policy, with a log, after a clear.  No event gets lost or comes out of
 * order, and time does not fall.
 *
 * The clock is the kernel's, whose function is wrapped: the processor's counter
 * cannot be set back from here, and is forbidden.
 */
#include "hazard.h"

#include <sys/mman.h>

static uint64_t behind;			/* ns that CLOCK_MONOTONIC has fallen */

int __wrap_clock_gettime(clockid_t clock, struct timespec *time);
int __wrap_clock_gettime(clockid_t clock, struct timespec *time)
{
	uint64_t ns;

	/* The kernel's own way to it reads the counter. */
	if (syscall(SYS_clock_gettime, clock, time) != 0)
		return -1;
	if (clock == CLOCK_MONOTONIC) {
		ns = (uint64_t)time->tv_sec * 1000000000 +
		     (uint64_t)time->tv_nsec - behind;
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

static trace_id_t begin(const struct hz_setup *setup)
{
	if (HZ_SLOW > 1)
		SKIP("a sanitizer reads the counter itself");
#ifdef PR_SET_TSC
	prctl(PR_SET_TSC, PR_TSC_SIGSEGV);
#endif
	type = hz_type("back");
	return hz_create(setup);
}

/* Read all, from this serial on; none may be missing. */
static void check_events(trace_id_t trid, uint32_t from)
{
	struct timespec last = {0};
	struct hz_event e;

	for (;;) {
		uint32_t n;

		if (from == serial)
			break;
		/* By a little: it is there when the clock has caught up. */
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

	/* Unread, read, and twice. */
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

/* What has been overwritten, or cleared, does not hide what comes after. */
static void behind_what_is_gone(void)
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
	/* Also START is overwritten. */
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

/* A thread whose first event comes when the clock has fallen. */
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
	/* mkstemp() looks at the clock by itself. */
	int fd = open("/dev/shm", O_TMPFILE | O_RDWR, 0600);

	SYS(fd);
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
	{ .name = "behind-what-is-gone", .run = behind_what_is_gone },
	{ .name = "another-thread", .run = another_thread },
	{ .name = "with-a-log", .run = with_a_log },
};

HZ_MAIN(cases)
