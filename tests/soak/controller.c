/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* A controller: a process that performs random actions on its stream while
 * another thread reads, and that may be killed. */
#include "world.h"

#include <sys/resource.h>

static struct stream *me;
static unsigned number;
static trace_id_t trid;
static trace_event_id_t type_b;
static bool filtered, running, counts_on;
static uint64_t state;

/* Excludes reading while the account is changed. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct reading reading;
static _Atomic bool reader_ends;

void soak_log_path(unsigned stream, char path[96])
{
	const bool small = world->streams[stream].small_disk;

	snprintf(path, 96, "%s/%slog-%u", soak_dir, small ? "small/" : "", stream);
}

/* Set the bits of `on`.  The writers must be paused. */
static void say_on(bool certain, bool maybe)
{
	uint64_t bits = 0, on = world->on, mine = 0;

	for (unsigned type = 0; type < TYPES; type++) {
		mine |= soak_bit(number, type);
		if (type == 0 || !filtered)
			bits |= soak_bit(number, type);
	}
	mine |= mine << 32;
	bits = (certain ? bits : 0) | (maybe ? bits << 32 : 0);
	/* Other controllers change their own bits. */
	while (!atomic_compare_exchange_weak(&world->on, &on, (on & ~mine) | bits))
		;
}

static void say(bool certain, bool maybe)
{
	soak_pause(number);
	say_on(certain, maybe);
	soak_resume(number);
}

/* Errors that a call may return because the disk is small or full. */
static void may_fail(int err)
{
	CHECK(err == 0 || (me->small_disk && err == ENOSPC) ||
	      (me->limited && err == EFBIG), "stream %u: %s", number, strerror(err));
}

static bool is_full(void)
{
	struct posix_trace_status_info status;

	OK(posix_trace_get_status(trid, &status));
	may_fail(status.posix_stream_flush_error);
	return status.posix_stream_full_status == POSIX_TRACE_FULL;
}

/* While no thread records, or while all do. */
static void start_or_stop(bool on)
{
	const bool sharp = hz_random(&state) % 2;

	if (sharp) {
		soak_pause(number);
	} else {
		say(false, true);
	}
	OK(on ? posix_trace_start(trid) : posix_trace_stop(trid));
	running = on;
	if (!sharp)
		soak_pause(number);
	/* A stream that was full continues to count losses until it is read. */
	counts_on = !on && is_full();
	say_on(on, counts_on);
	soak_resume(number);
}

/* Without system events, so that only events of the writers are counted. */
static void set_filter(bool without_b)
{
	trace_event_set_t set;

	OK(posix_trace_eventset_fill(&set, POSIX_TRACE_SYSTEM_EVENTS));
	if (me->reports_gaps) {
		OK(posix_trace_eventset_del(POSIX_TRACE_OVERFLOW, &set));
		OK(posix_trace_eventset_del(POSIX_TRACE_RESUME, &set));
	}
	if (without_b)
		OK(posix_trace_eventset_add(type_b, &set));
	OK(posix_trace_set_filter(trid, &set, POSIX_TRACE_SET_EVENTSET));
	filtered = without_b;
}

static void change_filter(void)
{
	soak_pause(number);
	set_filter(!filtered);
	say_on(running, counts_on);
	soak_resume(number);
}

static void clear(void)
{
	struct totals t;

	pthread_mutex_lock(&lock);
	soak_pause(number);
	me->clearing = 1;
	/* If it runs without a filter, some system events are recorded. */
	me->cleared_running = running && hz_random(&state) % 2;
	if (!me->cleared_running)
		OK(posix_trace_stop(trid));
	may_fail(posix_trace_clear(trid));
	/* In the state of its creation, or stopped if it was full. */
	set_filter(filtered);
	if (running)
		OK(posix_trace_start(trid));
	counts_on = false;
	say_on(running, false);
	t = soak_recorded(number);
	me->base_certain += t.certain;
	me->base_maybe += t.maybe;
	me->clearing = 0;
	me->clears++;
	reading.certain = reading.maybe = reading.gaps = 0;
	soak_resume(number);
	pthread_mutex_unlock(&lock);
}

static void ask(void)
{
	struct posixtrace_usage usage;
	trace_attr_t attr;
	size_t size;

	is_full();
	OK(posix_trace_get_attr(trid, &attr));
	OK(posix_trace_attr_getstreamsize(&attr, &size));
	CHECK(size >= me->setup.size, "%zu bytes", size);
	OK(posix_trace_attr_destroy(&attr));
	OK(posixtrace_get_usage(trid, &usage));
}

/* Read some or all of the events that are in the stream. */
static void read_events(unsigned most)
{
	static struct hz_event e;

	pthread_mutex_lock(&lock);
	for (; most && hz_try(trid, &e); most--)
		soak_see(&reading, trid, &e);
	pthread_mutex_unlock(&lock);
}

static void *read_on(void *arg)
{
	uint64_t mine = world->seed + 77 * number;

	while (!reader_ends) {
		read_events(1 + hz_random(&mine) % 3000);
		soak_sleep_us(hz_random(&mine) % 1500);
	}
	return arg;
}

static void act(void)
{
	const uint32_t r = hz_random(&state);

	switch (r % 12) {
	case 0:
		start_or_stop(!running);
		break;
	case 1:
		change_filter();
		break;
	case 2:
		if (r / 12 % 3 == 0)
			clear();
		break;
	case 3:
		ask();
		break;
	case 4:
		if (me->logged)
			OK(posixtrace_setflushsched(trid, r / 12 % 2 ? SCHED_BATCH : SCHED_OTHER, 0));
		break;
	case 5:
		/* Off only for a while. */
		if (!running)
			start_or_stop(true);
		break;
	default:
		if (me->logged)
			may_fail(posix_trace_flush(trid));
		else
			read_events(r / 12 % 2000);
	}
	soak_sleep_us(hz_random(&state) % 20000);
}

static void create(void)
{
	struct hz_setup setup = me->setup;
	trace_attr_t attr;
	char path[96];
	int err;

	if (me->target < TARGETS)
		setup.pid = world->target[me->target];
	else
		setup.pid = POSIX_TRACE_ALLPROC;
	if (me->logged) {
		soak_log_path(number, path);
		setup.fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
		SYS(setup.fd);
	}
	hz_attr(&setup, &attr);
	err = me->logged ? posix_trace_create_withlog(setup.pid, &attr, setup.fd, &trid) :
			   posix_trace_create(setup.pid, &attr, &trid);
	may_fail(err);
	OK(posix_trace_attr_destroy(&attr));
	if (err) {
		/* The disk was already full. */
		me->absent = me->ready = me->ended = 1;
		exit(0);
	}
	if (me->limited)
		SYS(setrlimit(RLIMIT_FSIZE, &(struct rlimit){ 700 << 10, RLIM_INFINITY }));
	if (me->logged)
		close(setup.fd);
	OK(posix_trace_trid_eventid_open(trid, "soak-b", &type_b));
	set_filter(false);
}

static void end(void)
{
	if (!me->logged) {
		read_events(UINT32_MAX);
		soak_check_sum(&reading, trid, "what was read live");
	}
	may_fail(posix_trace_shutdown(trid));
	me->ended = 1;
}

void soak_controller(unsigned stream)
{
	pthread_t reader;
	bool reads;

	number = stream;
	me = &world->streams[stream];
	state = world->seed + 2000 + stream;
	reading.stream = stream;
	create();
	me->ready = 1;
	start_or_stop(true);
	reads = !me->logged && hz_random(&state) % 2;
	if (reads)
		reader = hz_thread(read_on, NULL);
	while (!world->finish)
		act();
	reader_ends = true;
	if (reads)
		pthread_join(reader, NULL);
	end();
	exit(0);
}
