/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Processes in time namespaces, where /proc shows other start times and the
 * clocks are shifted.  They can be traced, and no process is taken for dead.
 * If the clock is CLOCK_MONOTONIC, a stream has no events of a process whose
 * clock is shifted (doc/robustness.md), rather than events with wrong times.
 */
#include "processes.h"

#include "base/clock.h"


#ifndef CLONE_NEWTIME
#define CLONE_NEWTIME 0x00000080
#endif

enum { EVENTS = 100 };

struct shared {
	_Atomic uint32_t ready, go, over;
};

static struct shared *shared;

static const char *const offsets[] = {
	"boottime 100000 0\nmonotonic 5000 0\n",
	"boottime -60 0\nmonotonic -60 0\n",
};

static void share(void)
{
	shared = hz_share(sizeof(*shared));
	hz_need_root();
}

/* A child in a time namespace of its own. */
static pid_t shift(unsigned number, void (*run)(unsigned))
{
	pid_t pid;
	int fd;

	/* The namespace applies to later children only, which also find it in
	 * /proc. */
	if (unshare(CLONE_NEWTIME) != 0)
		SKIP("no time namespace can be had");
	fd = open("/proc/self/timens_offsets", O_WRONLY | O_CLOEXEC);
	if (fd < 0 || write(fd, offsets[number],
			    strlen(offsets[number])) < 0)
		SKIP("no time namespace can be had");
	close(fd);
	pid = hz_fork();
	if (pid == 0) {
		run(number);
		exit(0);
	}
	return pid;
}

static void note(unsigned number, unsigned n)
{
	int data = (int)number;

	for (unsigned i = 0; i < n; i++)
		posix_trace_event(hz_type("shifted"), &data, sizeof(data));
}

static void be_traced(unsigned number)
{
	hz_type("shifted");
	shared->ready++;
	hz_wait_for(&shared->go, 1);
	note(number, EVENTS);
	shared->over++;
	hz_wait_for(&shared->go, 2);
}

static int64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/* All events are read in the order of time, with the times at which they were
 * recorded. */
static void read_events(trace_id_t trid, unsigned expected, int64_t since)
{
	int64_t last = since - 1000000;
	struct hz_event e;
	unsigned n = 0;

	while (hz_try(trid, &e)) {
		CHECK(hz_event_ns(&e) >= last, "time falls");
		last = hz_event_ns(&e);
		n += hz_is_user(&e);
	}
	CHECK(last <= now_ns() + 1000000, "the time of an event is in the future");
	CHECK(n == expected, "%u events", n);
}

/* The number of the events of processes with a shifted clock that are
 * recorded. */
static unsigned shifted(unsigned n)
{
	return pxt_clock_best() == PXT_CLOCK_COUNTER ? n : 0;
}

/* Traced from outside the namespace. */
static void target_in_another_time(void)
{
	share();
	for (unsigned i = 0; i < 2; i++) {
		int64_t since = now_ns();
		trace_id_t trid;
		pid_t pid;

		*shared = (struct shared){0};
		pid = shift(i, be_traced);
		hz_wait_for(&shared->ready, 1);
		trid = hz_create(&(struct hz_setup){ .pid = pid });
		shared->go = 1;
		hz_wait_for(&shared->over, 1);
		read_events(trid, shifted(EVENTS), since);
		shared->go = 2;
		hz_join(pid);
		OK(posix_trace_shutdown(trid));
	}
}

static void trace_parent(unsigned number)
{
	int64_t since = now_ns();
	trace_id_t trid = hz_create(&(struct hz_setup){ .pid = getppid() });

	(void)number;
	shared->ready++;
	hz_wait_for(&shared->over, 1);
	read_events(trid, shifted(EVENTS), since);
	OK(posix_trace_shutdown(trid));
}

static void controller_in_another_time(void)
{
	share();
	hz_type("shifted");
	for (unsigned i = 0; i < 2; i++) {
		pid_t pid;

		*shared = (struct shared){0};
		pid = shift(i, trace_parent);
		hz_wait_for(&shared->ready, 1);
		note(i, EVENTS);
		shared->over = 1;
		hz_join(pid);
	}
}

/* Trace itself while other processes remove leftovers. */
static void trace_oneself(unsigned number)
{
	int64_t since = now_ns();
	trace_id_t trid;

	trid = hz_create(&(struct hz_setup){ .size = 1 << 20 });
	shared->ready++;
	hz_wait_for(&shared->go, 1);
	for (unsigned i = 0; i < 30; i++) {
		OK(posix_trace_shutdown(hz_create(&(struct hz_setup){
			.size = 4096 })));
		note(number, 10);
	}
	shared->over++;
	hz_wait_for(&shared->over, 3);
	read_events(trid, 300, since);
	OK(posix_trace_shutdown(trid));
}

static void living_processes_are_kept(void)
{
	struct posixtrace_leftover list[4];
	pid_t pid[2];

	share();
	for (unsigned i = 0; i < 2; i++)
		pid[i] = shift(i, trace_oneself);
	hz_wait_for(&shared->ready, 2);
	shared->go = 1;
	trace_oneself(2);
	CHECK(posixtrace_leftovers(list, 4) == 0, "leftovers of living processes");
	for (unsigned i = 0; i < 2; i++)
		hz_join(pid[i]);
}

static void all_processes(void)
{
	int64_t since = now_ns();
	trace_id_t trid;
	pid_t pid[2];

	share();
	for (unsigned i = 0; i < 2; i++)
		pid[i] = shift(i, be_traced);
	hz_wait_for(&shared->ready, 2);
	trid = hz_create(&(struct hz_setup){ .pid = POSIX_TRACE_ALLPROC });
	shared->go = 1;
	hz_wait_for(&shared->over, 2);
	read_events(trid, shifted(2 * EVENTS), since);
	shared->go = 2;
	for (unsigned i = 0; i < 2; i++)
		hz_join(pid[i]);
	OK(posix_trace_shutdown(trid));
}

static const struct hz_case cases[] = {
	{ .name = "target-in-another-time", .run = target_in_another_time },
	{ .name = "controller-in-another-time",
	  .run = controller_in_another_time },
	{ .name = "living-processes-are-kept", .run = living_processes_are_kept },
	{ .name = "all-processes", .run = all_processes },
};

HZ_MAIN(cases)
