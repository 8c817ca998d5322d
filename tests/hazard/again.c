/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * posixtrace_open_again(): another place in exactly the events of a pre-recorded
 * stream, whatever has become of its log meanwhile.
 */
#include "hazard.h"

static trace_event_id_t type;

static void record(unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		posix_trace_event(type, &i, sizeof(i));
}

/* The rest of the trace. */
static unsigned count(trace_id_t trid)
{
	struct hz_event e;
	unsigned n = 0;

	while (hz_get(trid, &e))
		n += hz_is_user(&e);
	return n;
}

static trace_id_t open_again(trace_id_t trid)
{
	trace_id_t other;

	OK(posixtrace_open_again(trid, &other));
	return other;
}

/* A log that is being written. */
static void growing(void)
{
	struct hz_setup setup = { .log_policy = POSIX_TRACE_APPEND, .fd = hz_file() };
	trace_id_t trid, first, second, third, other;
	struct hz_event e;

	type = hz_type("grows");
	trid = hz_create(&setup);
	record(100);
	OK(posix_trace_flush(trid));
	OK(posix_trace_open(setup.fd, &first));
	for (unsigned i = 0; i < 10; i++)
		CHECK(hz_get(first, &e), "nothing");
	record(100);
	OK(posix_trace_flush(trid));
	second = open_again(first);
	CHECK(count(second) == 100, "the second has another number");
	/* The first was at its tenth event, of which START is one. */
	CHECK(count(first) == 91, "the first went on elsewhere");
	OK(posix_trace_close(first));
	/* The second goes on without the first, and so do others. */
	OK(posix_trace_rewind(second));
	third = open_again(second);
	CHECK(count(second) == 100 && count(third) == 100, "without the first");
	OK(posix_trace_open(setup.fd, &other));
	CHECK(count(other) == 200, "the log has another number");
	OK(posix_trace_close(other));
	OK(posix_trace_close(third));
	OK(posix_trace_close(second));
	CHECK(posixtrace_open_again(second, &other) == EINVAL, "it is closed");
	CHECK(posixtrace_open_again(trid, &other) == EINVAL, "it is active");
	OK(posix_trace_shutdown(trid));
	OK(posix_trace_open(setup.fd, &first));
	CHECK(posixtrace_open_again(first, NULL) == EINVAL, "a null pointer");
	OK(posix_trace_close(first));
	close(setup.fd);
}

/* What a dead controller left in memory, and a recovery has removed meanwhile. */
static void recovered(void)
{
	int fd = hz_file();
	struct posixtrace_recovery done;
	trace_id_t first, second;
	pid_t pid = hz_fork();

	if (pid == 0) {
		type = hz_type("left");
		hz_create(&(struct hz_setup){
			.log_policy = POSIX_TRACE_APPEND, .fd = fd });
		record(300);
		raise(SIGKILL);
	}
	while (waitpid(pid, NULL, 0) < 0)
		;
	OK(posix_trace_open(fd, &first));
	OK(posixtrace_recover(fd, &done));
	CHECK(posixtrace_leftovers(NULL, 0) == 0, "the memory is still there");
	second = open_again(first);
	OK(posix_trace_close(first));
	CHECK(count(second) == 300, "events are missing");
	OK(posix_trace_close(second));
	close(fd);
}

static trace_id_t shared;

static void *read_again(void *arg)
{
	(void)arg;
	for (unsigned i = 0; i < 50; i++) {
		trace_id_t trid = open_again(shared);

		CHECK(count(trid) == 1000, "another number");
		OK(posix_trace_close(trid));
	}
	return NULL;
}

/* Threads that open the same trace again, and read beside each other. */
static void threads(void)
{
	struct hz_setup setup = { .log_policy = POSIX_TRACE_APPEND,
				  .compression = 1, .fd = hz_file() };
	pthread_t thread[3];
	trace_id_t trid;

	type = hz_type("many");
	trid = hz_create(&setup);
	record(1000);
	OK(posix_trace_shutdown(trid));
	OK(posix_trace_open(setup.fd, &shared));
	close(setup.fd);
	for (unsigned i = 0; i < 3; i++)
		thread[i] = hz_thread(read_again, NULL);
	for (unsigned i = 0; i < 3; i++)
		pthread_join(thread[i], NULL);
	CHECK(count(shared) == 1000, "the first one");
	OK(posix_trace_close(shared));
}

static _Atomic trace_id_t current;
static _Atomic uint32_t opened, over;

static void *open_current(void *arg)
{
	(void)arg;
	while (!over) {
		trace_id_t trid;
		int err = posixtrace_open_again(current, &trid);

		CHECK(err == 0 || err == EINVAL, "%s", strerror(err));
		if (err)
			continue;
		CHECK(count(trid) == 10, "another number");
		OK(posix_trace_close(trid));
		opened++;
	}
	return NULL;
}

/* A trace is closed while another thread opens it again. */
static void closed_meanwhile(void)
{
	struct hz_setup setup = { .log_policy = POSIX_TRACE_APPEND, .fd = hz_file() };
	trace_id_t trid, next;
	pthread_t thread;

	type = hz_type("many");
	trid = hz_create(&setup);
	record(10);
	OK(posix_trace_shutdown(trid));
	OK(posix_trace_open(setup.fd, &trid));
	current = trid;
	thread = hz_thread(open_current, NULL);
	for (unsigned i = 0; i < 20000 / HZ_SLOW || opened < 100; i++) {
		OK(posix_trace_open(setup.fd, &next));
		OK(posix_trace_close(trid));
		trid = next;
		current = trid;
	}
	over = 1;
	pthread_join(thread, NULL);
	OK(posix_trace_close(trid));
	close(setup.fd);
}

static const struct hz_case cases[] = {
	{ .name = "growing", .run = growing },
	{ .name = "recovered", .run = recovered, .kills = true },
	{ .name = "threads", .run = threads },
	{ .name = "closed-meanwhile", .run = closed_meanwhile },
};

HZ_MAIN(cases)
