/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* A full stream is stopped, started or cleared before it has been emptied. */
#include "hazard.h"

enum { MORE = 5000 };

static trace_event_id_t type;

static uint64_t lost_of(trace_id_t trid)
{
	struct posixtrace_usage usage;

	OK(posixtrace_get_usage(trid, &usage));
	return usage.lost;
}

static void record(int n)
{
	for (int i = 0; i < n; i++)
		posix_trace_event(type, &i, sizeof(i));
}

static unsigned read_all(trace_id_t trid)
{
	struct hz_event e;
	unsigned n = 0;

	while (hz_try(trid, &e))
		n += hz_is_user(&e);
	return n;
}

static void check_status(trace_id_t trid, int status, int full)
{
	struct posix_trace_status_info info;

	OK(posix_trace_get_status(trid, &info));
	CHECK(info.posix_stream_status == status, "status %d",
	      info.posix_stream_status);
	CHECK(info.posix_stream_full_status == full, "full %d",
	      info.posix_stream_full_status);
}

/* What comes after the stop is not lost; nor is it when the stream has been read. */
static void stopped(void)
{
	trace_id_t trid = hz_create(&(struct hz_setup){
		.policy = POSIX_TRACE_UNTIL_FULL, .size = 8192 });
	uint64_t lost;
	unsigned n;

	type = hz_type("full");
	record(MORE);
	lost = lost_of(trid);
	CHECK(lost > 0 && lost < MORE, "%llu lost", (unsigned long long)lost);
	OK(posix_trace_stop(trid));
	check_status(trid, POSIX_TRACE_SUSPENDED, POSIX_TRACE_FULL);
	record(MORE);
	CHECK(lost_of(trid) == lost, "%llu lost after the stop",
	      (unsigned long long)(lost_of(trid) - lost));
	n = read_all(trid);
	CHECK(n + lost == MORE, "%u events and %llu lost", n,
	      (unsigned long long)lost);
	check_status(trid, POSIX_TRACE_SUSPENDED, POSIX_TRACE_NOT_FULL);
	record(MORE);
	CHECK(read_all(trid) == 0 && lost_of(trid) == lost, "it has restarted");
	OK(posix_trace_start(trid));
	record(1);
	CHECK(read_all(trid) == 1, "it does not run");
	OK(posix_trace_shutdown(trid));
}

/* Started again before it has room, it loses events again until it is read. */
static void stopped_and_started(void)
{
	trace_id_t trid = hz_create(&(struct hz_setup){
		.policy = POSIX_TRACE_UNTIL_FULL, .size = 8192 });
	uint64_t lost;
	unsigned n;

	type = hz_type("full");
	record(MORE);
	lost = lost_of(trid);
	OK(posix_trace_stop(trid));
	record(MORE);
	OK(posix_trace_start(trid));
	check_status(trid, POSIX_TRACE_SUSPENDED, POSIX_TRACE_FULL);
	record(MORE);
	CHECK(lost_of(trid) == lost + MORE, "%llu and %llu lost",
	      (unsigned long long)lost, (unsigned long long)lost_of(trid));
	n = read_all(trid);
	CHECK(n + lost == MORE, "%u events", n);
	check_status(trid, POSIX_TRACE_RUNNING, POSIX_TRACE_NOT_FULL);
	record(1);
	CHECK(read_all(trid) == 1, "it does not run");
	OK(posix_trace_shutdown(trid));
}

static _Atomic bool ends;

static void *record_on(void *unused)
{
	(void)unused;
	while (!atomic_load(&ends)) {
		record(200);
		hz_sleep_ms(1);
	}
	return NULL;
}

/* A FLUSH stream that is cleared goes on, also when it was full at that moment. */
static void cleared(void)
{
	type = hz_type("full");
	for (int round = 0; round < 40; round++) {
		int fd = hz_file();
		trace_id_t trid = hz_create(&(struct hz_setup){
			.policy = POSIX_TRACE_FLUSH, .size = 4096, .fd = fd });
		pthread_t thread[3];
		trace_id_t log;
		struct hz_event e;
		unsigned n = 0;

		atomic_store(&ends, false);
		for (int i = 0; i < 3; i++)
			thread[i] = hz_thread(record_on, NULL);
		hz_sleep_ms(2);
		OK(posix_trace_clear(trid));
		hz_sleep_ms(10);
		atomic_store(&ends, true);
		for (int i = 0; i < 3; i++)
			pthread_join(thread[i], NULL);
		OK(posix_trace_flush(trid));
		record(1);
		OK(posix_trace_shutdown(trid));
		OK(posix_trace_open(fd, &log));
		while (hz_get(log, &e))
			n += hz_is_user(&e);
		OK(posix_trace_close(log));
		close(fd);
		CHECK(n > 0, "round %d: nothing after the clear", round);
	}
}

static const struct hz_case cases[] = {
	{ .name = "stopped", .run = stopped },
	{ .name = "stopped-and-started", .run = stopped_and_started },
	{ .name = "cleared", .run = cleared },
};

HZ_MAIN(cases)
