/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * System events by posixtrace_system_event() and posixtrace_try_system_event(): what the
 * latter says has been recorded is there once, and the rest is not; the data is not
 * truncated, unlike a user's; and the address is that which was given.
 */
#include "hazard.h"

static const trace_event_id_t type = POSIXTRACE_MUTEX_WAIT;
static const char here[1];

/* The next such event; false: there is none. */
static bool next(trace_id_t trid, struct hz_event *e)
{
	while (hz_try(trid, e))
		if (e->info.posix_event_id == type)
			return true;
	return false;
}

static trace_id_t create(size_t data_size)
{
	return hz_create(&(struct hz_setup){ .policy = POSIX_TRACE_LOOP,
					     .size = 1 << 20,
					     .data_size = data_size });
}

static unsigned tries, successes;

/* Returns how many events there must be. */
static unsigned record(uint64_t serial)
{
	int done = posixtrace_try_system_event(type, &serial, sizeof(serial),
					       here);

	tries++;
	successes += done != 0;
	if (!done)
		posixtrace_system_event(type, &serial, sizeof(serial), here);
	return 1;
}

static void read_all(trace_id_t trid, uint64_t first, uint64_t last)
{
	struct hz_event e;

	for (; first < last; first++) {
		CHECK(next(trid, &e), "no event %llu", (unsigned long long)first);
		CHECK(e.len == 8 && e.data.words[0] == first, "%llu of %llu",
		      (unsigned long long)e.data.words[0],
		      (unsigned long long)first);
		CHECK(e.info.posix_prog_address == here, "the address");
	}
	CHECK(!next(trid, &e), "one too many");
}

static void tried_ones_are_there_once(void)
{
	trace_id_t trid[3];
	uint64_t n = 0;

	CHECK(!posixtrace_try_system_event(type, &n, sizeof(n), here),
	      "done without a stream");
	trid[0] = create(0);
	CHECK(!posixtrace_try_system_event(type, &n, sizeof(n), here),
	      "a thread's first event without a call");
	for (unsigned i = 0; i < 1000; i++)
		n += record(n);
	CHECK(successes > tries / 2, "%u of %u", successes, tries);
	read_all(trid[0], 0, n);
	for (unsigned i = 1; i < 3; i++) {
		uint64_t first = n;

		trid[i] = create(0);
		for (unsigned k = 0; k < 1000; k++)
			n += record(n);
		for (unsigned k = 0; k <= i; k++)
			read_all(trid[k], first, n);
	}
	for (unsigned i = 0; i < 3; i++)
		OK(posix_trace_shutdown(trid[i]));
	CHECK(!posixtrace_try_system_event(type, &n, sizeof(n), here),
	      "done without a stream any more");
}

/* What posixtrace_system_event() has to do, or nobody. */
static void others_are_left(void)
{
	static const unsigned char data[600];
	trace_id_t trid = create(64);
	struct hz_event e;
	uint64_t n = 0;

	for (unsigned i = 0; i < 100; i++)
		n += record(n);
	CHECK(successes > 0, "none");
	CHECK(!posixtrace_try_system_event(type, data, 65, here),
	      "more than the stream has for users' data");
	CHECK(!posixtrace_try_system_event(type, data, sizeof(data), here),
	      "more than any stream has");
	CHECK(!posixtrace_try_system_event(type, data, 8, NULL),
	      "without an address");
	for (trace_event_id_t id = 0; id <= POSIX_TRACE_FLUSH_STOP; id++)
		CHECK(!posixtrace_try_system_event(id, data, 8, here),
		      "type %u", id);
	CHECK(!posixtrace_try_system_event(64, data, 8, here), "a user's");
	read_all(trid, 0, n);
	for (size_t len = 0; len <= 512; len += 8)
		if (!posixtrace_try_system_event(type, data, len, here))
			posixtrace_system_event(type, data, len, here);
	for (size_t len = 0; len <= 512; len += 8) {
		CHECK(next(trid, &e), "no event of %zu bytes", len);
		CHECK(e.len == len && e.info.posix_truncation_status ==
		      POSIX_TRACE_NOT_TRUNCATED, "%zu of %zu bytes", e.len, len);
	}
	posixtrace_system_event(type, data, 8, NULL);
	CHECK(next(trid, &e) && !e.info.posix_prog_address, "without address");
	CHECK(!next(trid, &e), "one too many");
	OK(posix_trace_shutdown(trid));
}

/* Filtered, stopped and in a forked child: nothing is recorded. */
static void unwanted_ones_are_not_there(void)
{
	trace_id_t trid = create(0);
	trace_event_set_t set;
	uint64_t n = 0;
	pid_t child;

	for (unsigned i = 0; i < 100; i++)
		n += record(n);
	read_all(trid, 0, n);
	child = hz_fork();
	if (child == 0) {
		for (unsigned i = 0; i < 100; i++)
			record(n);
		exit(0);
	}
	hz_join(child);
	OK(posix_trace_eventset_empty(&set));
	OK(posix_trace_eventset_add(type, &set));
	OK(posix_trace_set_filter(trid, &set, POSIX_TRACE_SET_EVENTSET));
	for (unsigned i = 0; i < 200; i++)
		record(n);
	OK(posix_trace_stop(trid));
	OK(posix_trace_eventset_empty(&set));
	OK(posix_trace_set_filter(trid, &set, POSIX_TRACE_SET_EVENTSET));
	for (unsigned i = 0; i < 200; i++)
		record(n);
	read_all(trid, n, n);
	OK(posix_trace_start(trid));
	n += record(n);
	read_all(trid, n - 1, n);
	OK(posix_trace_shutdown(trid));
}

static const struct hz_case cases[] = {
	{ .name = "tried-ones-are-there-once", .run = tried_ones_are_there_once },
	{ .name = "others-are-left", .run = others_are_left },
	{ .name = "unwanted-ones-are-not-there", .run = unwanted_ones_are_not_there },
};

HZ_MAIN(cases)
