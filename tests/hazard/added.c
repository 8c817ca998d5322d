/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * posixtrace_add_events(): events of others come into the log at their times, between
 * those that the program records, also if the stream stops, becomes full, or its
 * controller is killed.
 */
#include "machine.h"
#include "processes.h"

/* What reading the two clocks together may be wrong by. */
enum { SLACK_NS = 3000 };

/* None that the kernel gives. */
enum { ELSE_PID = 2000000001, ELSE_TID = 2000000002 };

static uint64_t monotonic_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

struct numbered {
	uint32_t n, part;
};

static trace_event_id_t open_numbered(trace_id_t trid)
{
	trace_event_id_t id;

	OK(posixtrace_open_type(trid, "posixtrace_numbered", "n:u32 part:u32", &id));
	return id;
}

static struct posixtrace_added added_at(trace_event_id_t id, uint64_t ns,
					const struct numbered *data)
{
	return (struct posixtrace_added){
		.id = id, .pid = ELSE_PID, .tid = ELSE_TID, .thread_name = "elsewhere",
		.monotonic_ns = ns, .data = data, .data_len = sizeof(*data),
	};
}

static void open_log(int fd, trace_id_t *trid)
{
	SYS(lseek(fd, 0, SEEK_SET));
	OK(posix_trace_open(fd, trid));
}

/* By the clock of the log, in nanoseconds of CLOCK_MONOTONIC. */
static int64_t event_monotonic(trace_id_t trid, const struct hz_event *e)
{
	struct posixtrace_clock clock;

	OK(posixtrace_get_clock(trid, &clock));
	return hz_event_ns(e) -
	       ((int64_t)clock.real.tv_sec - clock.monotonic.tv_sec) * 1000000000 -
	       (clock.real.tv_nsec - clock.monotonic.tv_nsec);
}

/* One is added for a time before each event of the program, and one for a time behind
 * it; all are read in that order, at those times. */
static void between_those_of_the_program(void)
{
	enum { EVENTS = 600, CALL = 20 };
	static uint64_t ns[2 * EVENTS];
	struct posixtrace_added added[2 * CALL];
	struct numbered data[2 * CALL];
	int fd = hz_file();
	trace_id_t trid = hz_create(&(struct hz_setup){ .fd = fd,
		.log_policy = POSIX_TRACE_APPEND });
	trace_event_id_t id = open_numbered(trid), own = hz_type("own");
	char name[POSIXTRACE_THREAD_NAME_MAX + 1];
	struct posixtrace_arguments arguments;
	uint32_t next = 0;
	struct hz_event e;

	for (uint32_t i = 0; i < EVENTS; i++) {
		struct numbered middle = { i, 1 };
		uint64_t *at = &ns[2 * i];

		at[0] = monotonic_ns();
		hz_sleep_ms(0);
		while (monotonic_ns() < at[0] + 2 * SLACK_NS)
			;
		posix_trace_event(own, &middle, sizeof(middle));
		at[1] = monotonic_ns() + SLACK_NS;
		while (monotonic_ns() < at[1] + SLACK_NS)
			;
		for (uint32_t part = 0; part < 2; part++) {
			uint32_t k = 2 * (i % CALL) + part;

			data[k] = (struct numbered){ i, 2 * part };
			added[k] = added_at(id, at[part], &data[k]);
		}
		if ((i + 1) % CALL == 0)
			OK(posixtrace_add_events(trid, added, 2 * CALL));
	}
	OK(posix_trace_shutdown(trid));
	open_log(fd, &trid);
	while (hz_get(trid, &e)) {
		struct numbered got;
		int64_t off;

		if (!hz_is_user(&e))
			continue;
		memcpy(&got, &e.data, sizeof(got));
		CHECK(e.len == sizeof(got) && got.n == next / 3 &&
		      got.part == next % 3, "%u.%u as the %u.", got.n, got.part, next);
		next++;
		if (got.part == 1) {
			CHECK(e.info.posix_pid == getpid(), "not own");
			continue;
		}
		CHECK(e.info.posix_pid == ELSE_PID && e.info.posix_tid == ELSE_TID, "not its thread");
		off = event_monotonic(trid, &e) - (int64_t)ns[2 * got.n + got.part / 2];
		CHECK(off > -SLACK_NS && off < SLACK_NS, "%lld ns off", (long long)off);
	}
	CHECK(next == 3 * EVENTS, "%u events", next);
	OK(posixtrace_get_thread_name(trid, ELSE_PID, ELSE_TID, name));
	CHECK(strcmp(name, "elsewhere") == 0, "%s", name);
	OK(posixtrace_get_arguments(trid, id, &arguments));
	CHECK(strcmp(arguments.text, "n:u32 part:u32") == 0, "%s", arguments.text);
	OK(posix_trace_close(trid));
}

/* INV-3: nothing is between STOP and START, and what is after now is not. */
static void not_while_stopped(void)
{
	enum { CALLS = 6 };
	int fd = hz_file();
	trace_id_t trid = hz_create(&(struct hz_setup){ .fd = fd, .suspended = true,
		.log_policy = POSIX_TRACE_APPEND });
	trace_event_id_t id = open_numbered(trid);
	struct posixtrace_added added[CALLS];
	struct numbered data[CALLS];
	bool runs = false;
	unsigned n = 0;
	struct hz_event e;

	for (unsigned i = 0; i < CALLS; i++) {
		data[i] = (struct numbered){ i, i % 2 };
		hz_sleep_ms(3);
		added[i] = added_at(id, monotonic_ns(), &data[i]);
		hz_sleep_ms(3);
		/* Odd ones are of times when it runs. */
		if (i % 2)
			OK(posix_trace_stop(trid));
		else
			OK(posix_trace_start(trid));
		if (i > 0)
			OK(posixtrace_add_events(trid, &added[i - 1], 2));
	}
	/* Much later than now. */
	OK(posix_trace_start(trid));
	added[0].monotonic_ns += UINT64_C(3600000000000);
	data[0].part = 1;
	OK(posixtrace_add_events(trid, added, 1));
	OK(posix_trace_shutdown(trid));
	open_log(fd, &trid);
	while (hz_get(trid, &e)) {
		struct numbered got;

		if (e.info.posix_event_id == POSIX_TRACE_START)
			runs = true;
		else if (e.info.posix_event_id == POSIX_TRACE_STOP)
			runs = false;
		if (!hz_is_user(&e))
			continue;
		memcpy(&got, &e.data, sizeof(got));
		CHECK(runs, "%u between STOP and START", got.n);
		CHECK(got.part == 1, "%u was before START", got.n);
		n++;
	}
	/* Each was added twice, but for the last one and the one from the future. */
	CHECK(n == 2 * (CALLS / 2 - 1) + 1 + 1, "%u events", n);
	OK(posix_trace_close(trid));
}

/* A loss is told once, by a gap and by the status. */
static void losses_are_told(void)
{
	int fd = hz_file();
	trace_id_t trid = hz_create(&(struct hz_setup){ .fd = fd,
		.log_policy = POSIX_TRACE_APPEND });
	trace_event_id_t own = hz_type("own");
	struct posixtrace_usage usage;
	uint64_t lost = 0, first[2], until[2];
	unsigned gaps = 0, n = 0;
	struct hz_event e;

	for (unsigned i = 0; i < 2; i++) {
		posix_trace_event(own, "", 1);
		first[i] = monotonic_ns();
		hz_sleep_ms(2);
		until[i] = monotonic_ns();
		posix_trace_event(own, "", 1);
		hz_sleep_ms(2);
		posix_trace_event(own, "", 1);
		/* It is between those, although it is told later. */
		OK(posixtrace_add_loss(trid, 10 + i, first[i], until[i]));
	}
	OK(posixtrace_add_loss(trid, 0, 0, 0));
	OK(posix_trace_shutdown(trid));
	open_log(fd, &trid);
	OK(posixtrace_get_usage(trid, &usage));
	while (hz_get(trid, &e)) {
		struct posixtrace_loss loss;
		int64_t off;

		n += hz_is_user(&e);
		if (e.info.posix_event_id != POSIX_TRACE_OVERFLOW)
			continue;
		OK(posixtrace_get_loss(trid, &loss));
		off = event_monotonic(trid, &e) - (int64_t)first[gaps];
		CHECK(off > -SLACK_NS && off < SLACK_NS, "gap %u is %lld ns off", gaps,
		      (long long)off);
		CHECK(loss.events == 10 + gaps, "%llu", (unsigned long long)loss.events);
		CHECK(n == 1 + 3 * gaps, "gap %u is behind %u events", gaps, n);
		lost += loss.events;
		gaps++;
	}
	CHECK(gaps == 2 && lost == 21 && usage.lost == 21, "%u gaps, %llu, %llu", gaps,
	      (unsigned long long)lost, (unsigned long long)usage.lost);
	OK(posix_trace_close(trid));
}

/* Many, while threads of the program record, into logs of each policy. */
static _Atomic bool stop, begun;

static void *record(void *arg)
{
	trace_event_id_t own = hz_type("own");
	uint64_t data[8] = { 0 };

	while (!stop) {
		posix_trace_event(own, data, sizeof(data));
		data[0]++;
		begun = true;
	}
	return arg;
}

static void add_many(int policy, int log_policy)
{
	enum { CALLS = 200, EVENTS = 500 };
	static struct posixtrace_added added[EVENTS];
	static struct numbered data[EVENTS];
	int fd = hz_file();
	trace_id_t trid = hz_create(&(struct hz_setup){ .fd = fd, .policy = policy,
		.log_policy = log_policy, .log_size = 1 << 20 });
	trace_event_id_t id = open_numbered(trid);
	uint64_t n = 0, own = 0;
	struct posixtrace_usage usage;
	struct hz_event e;
	pthread_t thread;
	uint32_t last = 0;

	stop = begun = false;
	OK(pthread_create(&thread, NULL, record, NULL));
	while (!begun)
		hz_sleep_ms(1);
	for (uint32_t i = 0; i < CALLS; i++) {
		for (uint32_t k = 0; k < EVENTS; k++) {
			data[k] = (struct numbered){ i * EVENTS + k, 0 };
			added[k] = added_at(id, monotonic_ns(), &data[k]);
		}
		OK(posixtrace_add_events(trid, added, EVENTS));
	}
	stop = true;
	OK(pthread_join(thread, NULL));
	OK(posix_trace_shutdown(trid));
	open_log(fd, &trid);
	OK(posixtrace_get_usage(trid, &usage));
	while (hz_get(trid, &e)) {
		struct numbered got;

		own += e.info.posix_event_id != id && hz_is_user(&e);
		if (e.info.posix_event_id != id)
			continue;
		memcpy(&got, &e.data, sizeof(got));
		CHECK(got.n >= last, "%u after %u", got.n, last);
		last = got.n;
		n++;
	}
	CHECK(usage.complete && (own > 0 || log_policy == POSIX_TRACE_LOOP), "%llu",
	      (unsigned long long)own);
	CHECK(n == CALLS * EVENTS || usage.lost || usage.log_lost ||
	      policy == POSIX_TRACE_UNTIL_FULL ||
	      log_policy == POSIX_TRACE_UNTIL_FULL, "%llu of %u", (unsigned long long)n,
	      CALLS * EVENTS);
	/* Else the program may have filled it before the first of them. */
	CHECK(n > 0 || policy == POSIX_TRACE_UNTIL_FULL ||
	      log_policy != POSIX_TRACE_APPEND, "none");
	OK(posix_trace_close(trid));
	close(fd);
}

static void while_threads_trace(void)
{
	add_many(POSIX_TRACE_FLUSH, POSIX_TRACE_APPEND);
	add_many(POSIX_TRACE_FLUSH, POSIX_TRACE_LOOP);
	add_many(POSIX_TRACE_FLUSH, POSIX_TRACE_UNTIL_FULL);
	add_many(POSIX_TRACE_LOOP, POSIX_TRACE_APPEND);
	add_many(POSIX_TRACE_UNTIL_FULL, POSIX_TRACE_APPEND);
}

struct victim {
	_Atomic uint32_t n;			/* calls so far */
};

static void be_killed(struct victim *victim, int fd)
{
	trace_id_t trid = hz_create(&(struct hz_setup){ .fd = fd,
		.log_policy = POSIX_TRACE_APPEND });
	trace_event_id_t id = open_numbered(trid), own = hz_type("own");

	for (uint32_t i = 0;; i++) {
		struct numbered data = { i, 0 };
		struct posixtrace_added added = added_at(id, monotonic_ns(), &data);

		data.part = 1;
		posix_trace_event(own, &data, sizeof(data));
		OK(posixtrace_add_events(trid, &added, 1));
		victim->n = i + 1;
	}
}

/* A log that is complete needs none. */
static void recover(int fd)
{
	struct posixtrace_recovery recovery;
	int err;

	SYS(lseek(fd, 0, SEEK_SET));
	err = posixtrace_recover(fd, &recovery);
	CHECK(err == 0 || err == EALREADY, "%s", strerror(err));
}

/* What was added is in the file; what the program has recorded is found in its
 * memory, whatever was added behind it. */
static void controller_is_killed(void)
{
	enum { ROUNDS = 20 };
	struct victim *victim = hz_share(sizeof(*victim));

	for (unsigned round = 0; round < ROUNDS; round++) {
		uint32_t n[2] = { 0, 0 };
		int fd = hz_file();
		struct hz_event e;
		trace_id_t trid;
		pid_t pid;

		victim->n = 0;
		pid = hz_fork();
		if (pid == 0)
			be_killed(victim, fd);
		hz_wait_for(&victim->n, 1 + round * 7);
		SYS(kill(pid, SIGKILL));
		hz_join_killed(pid);
		for (unsigned again = 0; again < 2; again++) {
			n[0] = n[1] = 0;
			open_log(fd, &trid);
			while (hz_get(trid, &e)) {
				struct numbered got;

				if (!hz_is_user(&e))
					continue;
				memcpy(&got, &e.data, sizeof(got));
				CHECK(got.n == n[e.info.posix_pid != ELSE_PID], "round %u: %u of %d",
				      round, got.n, (int)e.info.posix_pid);
				n[e.info.posix_pid != ELSE_PID]++;
			}
			OK(posix_trace_close(trid));
			CHECK(n[0] >= victim->n && n[1] >= n[0] && n[1] <= n[0] + 1,
			      "round %u: %u and %u of %u", round, n[0], n[1], victim->n);
			recover(fd);
		}
		SYS(close(fd));
	}
}

static void errors_add_nothing(void)
{
	int fd = hz_file();
	trace_id_t trid = hz_create(&(struct hz_setup){ .fd = fd, .data_size = 16 });
	trace_id_t plain = hz_create(&(struct hz_setup){ 0 });
	trace_event_id_t id = open_numbered(trid), other;
	struct numbered data[8] = { { 1, 2 } };
	struct posixtrace_added added = added_at(id, monotonic_ns(), data);
	char name[TRACE_EVENT_NAME_MAX + 2], text[POSIXTRACE_ARGUMENTS_MAX + 1];
	unsigned n = 0;
	struct hz_event e;

	memset(name, 'x', sizeof(name) - 1);
	name[sizeof(name) - 1] = '\0';
	memset(text, 'x', sizeof(text) - 1);
	text[sizeof(text) - 1] = '\0';
	CHECK(posixtrace_open_type(trid, name, "", &other) == ENAMETOOLONG, "long name");
	CHECK(posixtrace_open_type(trid, "a", text, &other) == EINVAL, "long text");
	CHECK(posixtrace_open_type(77, "a", "", &other) == EINVAL, "no stream");
	OK(posixtrace_open_type(trid, "posixtrace_numbered", "other:u8", &other));
	CHECK(other != id, "the same type");
	CHECK(posixtrace_add_events(plain, &added, 1) == EINVAL, "no log");
	CHECK(posixtrace_add_loss(plain, 1, 1, 1) == EINVAL, "no log");
	CHECK(posixtrace_add_events(77, &added, 1) == EINVAL, "no stream");
	CHECK(posixtrace_add_events(trid, NULL, 1) == EINVAL, "no events");
	OK(posixtrace_add_events(trid, NULL, 0));
	added.id = POSIX_TRACE_STOP;
	CHECK(posixtrace_add_events(trid, &added, 1) == EINVAL, "a system event");
	added.id = 5000;
	CHECK(posixtrace_add_events(trid, &added, 1) == EINVAL, "no type");
	added.id = id;
	added.data_len = sizeof(data);
	OK(posixtrace_add_events(trid, &added, 1));
	OK(posix_trace_shutdown(plain));
	OK(posix_trace_shutdown(trid));
	CHECK(posixtrace_add_events(trid, &added, 1) == EINVAL, "shut down");
	open_log(fd, &trid);
	while (hz_get(trid, &e)) {
		if (!hz_is_user(&e))
			continue;
		CHECK(e.len == 16 && e.info.posix_truncation_status ==
		      POSIX_TRACE_TRUNCATED_RECORD, "%zu bytes", e.len);
		n++;
	}
	CHECK(n == 1, "%u events", n);
	OK(posix_trace_close(trid));
}

static const struct hz_case cases[] = {
	{ .name = "between-those-of-the-program", .run = between_those_of_the_program },
	{ .name = "not-while-stopped", .run = not_while_stopped },
	{ .name = "losses-are-told", .run = losses_are_told },
	{ .name = "while-threads-trace", .run = while_threads_trace },
	{ .name = "errors-add-nothing", .run = errors_add_nothing },
	{ .name = "controller-is-killed", .run = controller_is_killed, .kills = true },
};

HZ_MAIN(cases)
