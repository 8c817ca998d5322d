/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Tracing other processes by pid: many controllers of one target, many targets
 * of one controller, targets that are stopped or killed at any place, and
 * controllers that die.
 */
#include "processes.h"

struct shared {
	_Atomic uint64_t recorded;
	_Atomic uint32_t ready, over;
	_Atomic int64_t quiet_after_ms;	/* until not traced any more */
};

static struct shared *shared;
static trace_event_id_t type;

static void share(void)
{
	shared = hz_share(sizeof(*shared));
}

struct payload {
	uint64_t serial, check;
};

static struct payload make(uint64_t serial)
{
	return (struct payload){ serial, serial * 0x9e3779b97f4a7c15 };
}

static bool is_whole(const struct hz_event *e, uint64_t *serial)
{
	struct payload p;

	memcpy(&p, &e->data, sizeof(p));
	*serial = p.serial;
	return e->len == sizeof(p) &&
	       p.check == p.serial * 0x9e3779b97f4a7c15;
}

/* A child that records 0, 1, 2 ... at full speed, or with pauses. */
__attribute__((noreturn))
static void be_target(unsigned nap_every)
{
	trace_event_id_t id = hz_type("target");

	shared->ready = 1;
	for (uint64_t i = 0; !shared->over; i++) {
		struct payload p = make(i);

		posix_trace_event(id, &p, sizeof(p));
		shared->recorded = i + 1;
		if (nap_every && i % nap_every == 0)
			hz_sleep_ms(1);
	}
	exit(0);
}

static pid_t new_target(unsigned nap_every)
{
	pid_t pid;

	shared->ready = shared->over = 0;
	pid = hz_fork();
	if (pid == 0)
		be_target(nap_every);
	while (!shared->ready)
		hz_sleep_ms(1);
	return pid;
}

static void end_target(pid_t pid)
{
	shared->over = 1;
	hz_join(pid);
}

/* Read for a while.  Events must be complete, and the numbers must increase
 * without a gap. */
static uint64_t follow(trace_id_t trid, uint64_t expected, unsigned ms)
{
	uint64_t end = hz_ns() + ms * UINT64_C(1000000), serial;
	struct hz_event e;

	while (hz_ns() < end) {
		if (!hz_get_within(trid, &e, 20))
			continue;
		CHECK(e.info.posix_event_id != POSIX_TRACE_OVERFLOW, "a gap");
		if (!hz_is_user(&e))
			continue;
		CHECK(is_whole(&e, &serial), "a torn event");
		CHECK(expected == UINT64_MAX || serial == expected,
		      "%llu instead of %llu", (unsigned long long)serial,
		      (unsigned long long)expected);
		expected = serial + 1;
	}
	return expected;
}

/*
 * Other controllers trace the target and end, while its threads trace into a
 * permanent stream, which must lose no event.
 */
static void *trace_along(void *arg)
{
	uint64_t n = 0;

	while (!shared->over) {
		struct payload p = make(n);

		posix_trace_event(type, &p, sizeof(p));
		if (++n % 128 == 0)
			hz_sleep_ms(1);
	}
	*(uint64_t *)arg = n;
	return NULL;
}

static void other_controllers_come_and_go(void)
{
	enum { THREADS = 8 };
	uint64_t n[THREADS], sum = 0, got = 0;
	pthread_t threads[THREADS];
	struct hz_event e;
	trace_id_t trid;
	pid_t others[2], self = getpid();

	share();
	type = hz_type("target");
	trid = hz_create(&(struct hz_setup){ .policy = POSIX_TRACE_LOOP,
					     .size = 64 << 20 });
	for (int i = 0; i < 2; i++) {
		others[i] = hz_fork();
		if (others[i])
			continue;
		while (!shared->over) {
			trace_id_t other = hz_create(&(struct hz_setup){
				.pid = self, .size = 4096 });

			OK(posix_trace_shutdown(other));
		}
		exit(0);
	}
	for (int i = 0; i < THREADS; i++)
		threads[i] = hz_thread(trace_along, &n[i]);
	hz_sleep_ms(2000);
	shared->over = 1;
	for (int i = 0; i < THREADS; i++) {
		pthread_join(threads[i], NULL);
		sum += n[i];
	}
	for (int i = 0; i < 2; i++)
		hz_join(others[i]);
	while (hz_try(trid, &e)) {
		CHECK(e.info.posix_event_id != POSIX_TRACE_OVERFLOW, "a gap");
		got += hz_is_user(&e);
	}
	CHECK(got == sum, "%llu of %llu", (unsigned long long)got,
	      (unsigned long long)sum);
	OK(posix_trace_shutdown(trid));
}

static void many_controllers(void)
{
	pid_t target, controllers[6];

	share();
	target = new_target(64);
	for (int i = 0; i < 6; i++) {
		controllers[i] = hz_fork();
		if (controllers[i] == 0) {
			trace_id_t trid = hz_create(&(struct hz_setup){
				.pid = target, .size = 4 << 20 });
			uint64_t last = follow(trid, UINT64_MAX, 1500);

			CHECK(last != UINT64_MAX, "nothing came");
			OK(posix_trace_shutdown(trid));
			exit(0);
		}
	}
	for (int i = 0; i < 6; i++)
		hz_join(controllers[i]);
	end_target(target);
}

static void many_targets(void)
{
	pid_t targets[8];
	trace_id_t trids[8];
	uint64_t last[8];

	share();
	for (int i = 0; i < 8; i++) {
		targets[i] = new_target(16);
		trids[i] = hz_create(&(struct hz_setup){ .pid = targets[i],
							 .size = 4 << 20 });
		last[i] = UINT64_MAX;
	}
	for (int round = 0; round < 10; round++)
		for (int i = 0; i < 8; i++)
			last[i] = follow(trids[i], last[i], 20);
	shared->over = 1;
	for (int i = 0; i < 8; i++) {
		CHECK(last[i] != UINT64_MAX, "nothing from target %d", i);
		OK(posix_trace_shutdown(trids[i]));
		hz_join(targets[i]);
	}
}

/* A stopped target, in the middle of a record or not, blocks no controller. */
static void stopped_target(void)
{
	trace_id_t trid;
	pid_t target;

	share();
	target = new_target(0);
	trid = hz_create(&(struct hz_setup){ .pid = target });
	for (int i = 0; i < 40; i++) {
		struct posix_trace_status_info status;
		struct hz_event e;
		uint64_t begin;

		hz_sleep_ms(5);
		SYS(kill(target, SIGSTOP));
		begin = hz_ns();
		for (int n = 0; n < 1000 && hz_try(trid, &e); n++)
			;
		OK(posix_trace_stop(trid));
		OK(posix_trace_get_status(trid, &status));
		OK(posix_trace_clear(trid));
		OK(posix_trace_start(trid));
		CHECK(hz_is_within(begin, 10), "held up for %llu ms",
		      (unsigned long long)(hz_ns() - begin) / 1000000);
		SYS(kill(target, SIGCONT));
	}
	SYS(kill(target, SIGSTOP));
	OK(posix_trace_shutdown(trid));
	SYS(kill(target, SIGCONT));
	end_target(target);
}

/* A target is killed at any moment.  What it had recorded is read, and
 * complete. */
static void killed_target(void)
{
	uint64_t end = hz_ns() + 5000000000u, state = 1, n = 0;

	share();
	/* For a fixed time, and longer on a busy machine until there were
	 * enough rounds. */
	while (hz_ns() < end || n <= 100 / HZ_SLOW) {
		pid_t target = new_target(0);
		uint64_t serial, last = 0, first = UINT64_MAX;
		struct hz_event e;
		trace_id_t trid;

		trid = hz_create(&(struct hz_setup){ .pid = target,
						     .size = 16384 });
		usleep(hz_random(&state) % 3000);
		if (n % 2)
			for (int i = 0; i < 100 && hz_try(trid, &e); i++)
				;
		hz_kill(target);
		while (hz_try(trid, &e)) {
			/* The first read was partial, so events were lost
			 * before this. */
			if (e.info.posix_event_id == POSIX_TRACE_OVERFLOW)
				first = UINT64_MAX;
			if (!hz_is_user(&e))
				continue;
			CHECK(is_whole(&e, &serial), "a torn event");
			if (first == UINT64_MAX)
				first = serial;
			else
				CHECK(serial == last + 1, "%llu after %llu",
				      (unsigned long long)serial,
				      (unsigned long long)last);
			last = serial;
		}
		CHECK(first == UINT64_MAX || last + 1 >= shared->recorded,
		      "the last is %llu of %llu", (unsigned long long)last,
		      (unsigned long long)shared->recorded);
		OK(posix_trace_shutdown(trid));
		n++;
	}
	CHECK(n > 100 / HZ_SLOW, "only %llu", (unsigned long long)n);
}

/* The controller is killed: the target continues, and soon traces nothing. */
static void wait_until_quiet(bool with_nap)
{
	uint64_t begin = hz_ns();
	struct payload p = make(0);

	while (posixtrace_is_traced()) {
		posix_trace_event(type, &p, sizeof(p));
		if (with_nap)
			hz_sleep_ms(1);
		CHECK(hz_is_within(begin, 10), "still traced");
	}
}

enum how { RUNNING, STOPPED, FULL, FILTERED };

static void lose_controller(enum how how, bool with_child)
{
	pid_t self = getpid(), controller, child = 0;
	struct payload p = make(0);

	share();
	type = hz_type("target");
	controller = hz_fork();
	if (controller == 0) {
		trace_event_set_t all;
		trace_id_t trid = hz_create(&(struct hz_setup){
			.pid = self,
			.policy = how == FULL ? POSIX_TRACE_UNTIL_FULL :
				  POSIX_TRACE_LOOP,
			.size = 4096 });

		if (how == STOPPED)
			OK(posix_trace_stop(trid));
		OK(posix_trace_eventset_fill(&all, POSIX_TRACE_ALL_EVENTS));
		if (how == FILTERED)
			OK(posix_trace_set_filter(trid, &all,
						  POSIX_TRACE_SET_EVENTSET));
		/* The child has every descriptor of its parent, including the
		 * locked file. */
		if (with_child && fork() == 0) {
			shared->recorded = (uint64_t)getpid();
			pause();
		}
		shared->ready = 1;
		for (;;)
			pause();
	}
	while (!shared->ready || (with_child && !shared->recorded))
		hz_sleep_ms(1);
	child = (pid_t)shared->recorded;
	for (int i = 0; i < 10000; i++)
		posix_trace_event(type, &p, sizeof(p));
	CHECK(posixtrace_is_traced(), "never traced");
	hz_kill(controller);
	wait_until_quiet(how != RUNNING);
	if (child)
		kill(child, SIGKILL);
}

static void controller_killed_running(void)
{
	lose_controller(RUNNING, false);
}

static void controller_killed_stopped(void)
{
	lose_controller(STOPPED, false);
}

static void controller_killed_full(void)
{
	lose_controller(FULL, false);
}

static void controller_killed_filtered(void)
{
	lose_controller(FILTERED, false);
}

static void controller_leaves_child(void)
{
	lose_controller(RUNNING, true);
}

/* A name has one id, whether the target, its controller or another one opened
 * it first, and whatever other names were opened in between. */
static void names_of_a_target(void)
{
	trace_event_id_t by_target, by_first, by_second, again;
	trace_id_t first, second;
	struct hz_event e;
	pid_t target;

	share();
	shared->ready = shared->over = 0;
	target = hz_fork();
	if (target == 0) {
		shared->recorded = hz_type("target first");
		shared->ready = 1;
		while (shared->over < 1)
			hz_sleep_ms(1);
		posix_trace_event(hz_type("controller first"), NULL, 0);
		posix_trace_event(hz_type("target first"), NULL, 0);
		posix_trace_event(hz_type("second controller"), NULL, 0);
		shared->over = 2;
		exit(0);
	}
	while (!shared->ready)
		hz_sleep_ms(1);
	first = hz_create(&(struct hz_setup){ .pid = target });
	second = hz_create(&(struct hz_setup){ .pid = target });
	OK(posix_trace_trid_eventid_open(first, "controller first", &by_first));
	OK(posix_trace_trid_eventid_open(second, "second controller",
					 &by_second));
	OK(posix_trace_trid_eventid_open(second, "target first", &by_target));
	CHECK(by_target == shared->recorded, "the target's name");
	OK(posix_trace_trid_eventid_open(first, "second controller", &again));
	CHECK(again == by_second, "the second controller's name");
	shared->over = 1;
	hz_join(target);
	for (int i = 0; i < 3;) {
		const trace_event_id_t ids[] = { by_first, by_target,
						 by_second };

		CHECK(hz_try(second, &e), "only %d events", i);
		if (hz_is_user(&e))
			CHECK(e.info.posix_event_id == ids[i++], "event %d", i);
	}
	OK(posix_trace_shutdown(first));
	OK(posix_trace_shutdown(second));
}

/* Streams of a dead process can be read; a new one cannot be created for it, or
 * for a process that never existed.  No call waits. */
static void dead_target(void)
{
	trace_attr_t attr;
	uint64_t begin;
	trace_id_t trid;
	struct hz_event e;
	pid_t target;

	share();
	target = new_target(16);
	trid = hz_create(&(struct hz_setup){ .pid = target });
	hz_sleep_ms(20);
	hz_kill(target);
	begin = hz_ns();
	while (hz_try(trid, &e))
		;
	OK(posix_trace_stop(trid));
	OK(posix_trace_clear(trid));
	OK(posix_trace_start(trid));
	OK(posix_trace_shutdown(trid));
	hz_attr(&(struct hz_setup){0}, &attr);
	CHECK(posix_trace_create(target, &attr, &trid) == ESRCH, "traced");
	CHECK(posix_trace_create(-2, &attr, &trid) == ESRCH, "a process group");
	OK(posix_trace_attr_destroy(&attr));
	CHECK(hz_is_within(begin, 8), "held up for %llu ms",
	      (unsigned long long)(hz_ns() - begin) / 1000000);
}

/* TRACE_SYS_MAX streams can be created, and again after their controller was
 * killed. */
static void all_slots(void)
{
	long max = sysconf(_SC_TRACE_SYS_MAX);

	if (!hz_private_shm)
		SKIP("other people's streams count, too");
	share();
	for (int round = 0; round < 3; round++) {
		pid_t controller = hz_fork();

		if (controller == 0) {
			trace_attr_t attr;
			trace_id_t trid;

			for (long i = 0; i < max; i++)
				hz_create(&(struct hz_setup){ .size = 4096 });
			hz_attr(&(struct hz_setup){ .size = 4096 }, &attr);
			CHECK(posix_trace_create(0, &attr, &trid) == EAGAIN,
			      "there are more than TRACE_SYS_MAX");
			shared->ready = 1;
			for (;;)
				pause();
		}
		while (!shared->ready) {
			CHECK(waitpid(controller, NULL, WNOHANG) == 0,
			      "the controller has failed");
			hz_sleep_ms(1);
		}
		shared->ready = 0;
		hz_kill(controller);
	}
	OK(posix_trace_shutdown(hz_create(&(struct hz_setup){0})));
}

/*
 * A target traces itself so slowly that its chunk stays open.  The first event
 * after another controller's create must be in that stream, too.
 */
static void target_traces_itself(void)
{
	trace_id_t own, trid;
	struct hz_event e;
	uint64_t serial;
	pid_t pid;

	share();
	pid = hz_fork();
	if (pid == 0) {
		trace_event_id_t id = hz_type("target");

		own = hz_create(&(struct hz_setup){0});
		for (uint64_t i = 0; !shared->over; i++) {
			struct payload p = make(i);

			posix_trace_event(id, &p, sizeof(p));
			shared->recorded = i + 1;
			hz_sleep_ms(1);
		}
		OK(posix_trace_shutdown(own));
		exit(0);
	}
	while (shared->recorded < 5)
		hz_sleep_ms(1);
	for (int round = 0; round < 3; round++) {
		uint64_t before;

		trid = hz_create(&(struct hz_setup){ .pid = pid });
		before = shared->recorded;
		do
			CHECK(hz_get_within(trid, &e, 10000), "no event");
		while (!hz_is_user(&e));
		CHECK(is_whole(&e, &serial) && serial <= before + 1,
		      "event %llu is the first after %llu of them",
		      (unsigned long long)serial, (unsigned long long)before);
		OK(posix_trace_shutdown(trid));
	}
	end_target(pid);
}

static const struct hz_case cases[] = {
	{ .name = "target-traces-itself", .run = target_traces_itself },
	{ .name = "other-controllers-come-and-go", .run = other_controllers_come_and_go },
	{ .name = "many-controllers", .run = many_controllers },
	{ .name = "many-targets", .run = many_targets },
	{ .name = "stopped-target", .run = stopped_target },
	{ .name = "killed-target", .run = killed_target, .kills = true },
	{ .name = "controller-killed-running",
	  .run = controller_killed_running, .kills = true },
	{ .name = "controller-killed-stopped",
	  .run = controller_killed_stopped, .kills = true },
	{ .name = "controller-killed-full",
	  .run = controller_killed_full, .kills = true },
	{ .name = "controller-killed-filtered",
	  .run = controller_killed_filtered, .kills = true },
	{ .name = "controller-leaves-child",
	  .run = controller_leaves_child, .kills = true },
	{ .name = "names-of-a-target", .run = names_of_a_target },
	{ .name = "dead-target", .run = dead_target },
	{ .name = "all-slots", .run = all_slots, .kills = true },
};

HZ_MAIN(cases)
