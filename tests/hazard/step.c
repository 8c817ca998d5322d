/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Signals at every instruction (step.h): the handler traces or forks, or
 * somebody else stops the stream.  Each place is tried in seq, so nothing here
 * depends on timing.  Handlers that do not come back: jump.c.
 */
#include "step.h"

#include <semaphore.h>

#if defined(__x86_64__)

static struct way way;

/* Every place, with a trace point before that came from deep down. */
static void one_by_one(void (*body)(void), bool from_deep, bool late)
{
	trace_id_t trid = roomy();

	record(0);
	drain(trid);
	for (way_begin(&way, late); way_next(&way, 1);) {
		if (from_deep)
			record_from_deep();
		step_through(&way, body, 0);
		record(0);
		drain(trid);
		check_tallies();
	}
	CHECK(way.n > 20, "%u steps", way.n);
	OK(posix_trace_shutdown(trid));
}

static void one_signal(void)
{
	catch_steps(0);
	type = hz_type("step");
	act = record_in_handler;
	for (unsigned how = 0; how < 4; how++)
		one_by_one(record_once, how & 1, how & 2);
}

static void one_signal_two_streams(void)
{
	catch_steps(0);
	type = hz_type("step");
	act = record_in_handler;
	second_stream();
	for (unsigned how = 0; how < 4; how++)
		one_by_one(record_once, how & 1, how & 2);
}

/* Two places of one trace point: every first, and seconds ever farther. */
static void two_by_two(bool late)
{
	trace_id_t trid = roomy();

	record(0);
	drain(trid);
	for (way_begin(&way, late); way_next(&way, 1);)
		for (unsigned d = 3; d < 200; d *= 4) {
			record_from_deep();
			step_through(&way, record_once, d);
			record(0);
			drain(trid);
			check_tallies();
			if (steps < way.place + d)
				break;
		}
	OK(posix_trace_shutdown(trid));
}

static void two_signals(void)
{
	catch_steps(0);
	type = hz_type("step");
	act = record_in_handler;
	two_by_two(false);
	two_by_two(true);
}

static void two_signals_two_streams(void)
{
	catch_steps(0);
	type = hz_type("step");
	act = record_in_handler;
	second_stream();
	two_by_two(false);
	two_by_two(true);
}

/* Large events, so that chunks are changed between them. */
static struct large { struct payload payload; char rest[700]; } large;

static void record_large(uint32_t kind)
{
	large.payload = make_payload(kind);
	posix_trace_event(type, &large, sizeof(large));
}

static void large_in_handler(void)
{
	struct large saved = large;

	record_large(1);
	large = saved;
}

static void three_large(void)
{
	for (int i = 0; i < 3; i++)
		record_large(0);
}

static void change_chunks(int policy)
{
	unsigned offset, stride = way_stride(12, 3, &offset);
	trace_id_t trid;

	catch_steps(0);
	type = hz_type("step");
	act = large_in_handler;
	trid = hz_create(&(struct hz_setup){
		.policy = policy, .size = 1 << 20, .data_size = 1000 });
	record_large(0);
	for (way_begin_plain(&way, offset); way_next(&way, stride);) {
		step_through(&way, three_large, 0);
		drain(trid);
		check_tallies();
	}
	OK(posix_trace_shutdown(trid));
}

static void chunk_change_loop(void)
{
	change_chunks(POSIX_TRACE_LOOP);
}

static void chunk_change_until_full(void)
{
	change_chunks(POSIX_TRACE_UNTIL_FULL);
}

/* The first event of a thread. */
static void *first_event(void *arg)
{
	step_through(&way, record_once, 0);
	return arg;
}

static void first_event_of_thread(void)
{
	trace_id_t trid;

	catch_steps(0);
	type = hz_type("step");
	act = record_in_handler;
	trid = roomy();
	record(0);
	for (way_begin(&way, false); way_next(&way, 1);) {
		pthread_join(hz_thread(first_event, NULL), NULL);
		drain(trid);
		check_tallies();
	}
	CHECK(way.n > 20, "%u steps", way.n);
	OK(posix_trace_shutdown(trid));
}

/* A handler on a stack above, that does come back. */
static void *trace_on_alternate(void *arg)
{
	stack_t stack = *(stack_t *)arg;

	SYS(sigaltstack(&stack, NULL));
	one_by_one(record_once, false, false);
	one_by_one(record_once, false, true);
	second_stream();
	one_by_one(record_once, false, false);
	one_by_one(record_once, false, true);
	return NULL;
}

static void alternate_stack(int flags)
{
	static unsigned char own[256 << 10];
	unsigned char above[64 << 10];
	stack_t stack = { .ss_size = sizeof(above), .ss_sp = above,
			  .ss_flags = flags };
	pthread_attr_t attr;
	pthread_t thread;

	catch_steps(SA_ONSTACK);
	type = hz_type("step");
	act = record_in_handler;
	CHECK(&above[0] > &own[0], "the main stack is not the highest");
	OK(pthread_attr_init(&attr));
	OK(pthread_attr_setstack(&attr, own, sizeof(own)));
	OK(pthread_create(&thread, &attr, trace_on_alternate, &stack));
	pthread_join(thread, NULL);
}

static void alternate_stack_above(void)
{
	alternate_stack(0);
}

/*
 * fork() in the handler.  The child comes back to where its parent was
 * interrupted, some time later, and must not touch what is the parent's.
 */
static pid_t forked;
static bool child_traces, inherited;

static void fork_away(void)
{
	forked = fork();
	if (forked == 0) {
		if (child_traces)
			record(1);
		hz_sleep_ms(1);
	}
}

static void fork_from(trace_id_t trid)
{
	unsigned mine = 0, theirs = 0, wanted, place = way.place;
	struct hz_event e;
	pid_t parent = getpid();

	forked = -1;
	step_through(&way, record_once, 0);
	if (getpid() != parent) {
		record(0);
		_exit(0);
	}
	CHECK(forked > 0 || way.missed || way.ended, "place %u: not forked",
	      place);
	record(0);
	record(0);
	if (forked > 0)
		hz_join(forked);
	while (hz_try(trid, &e)) {
		CHECK(e.info.posix_pid == parent || e.info.posix_pid == forked,
		      "place %u: pid %d", place, e.info.posix_pid);
		if (hz_is_user(&e) && e.info.posix_pid == parent)
			mine++;
		else if (hz_is_user(&e))
			theirs++;
	}
	CHECK(mine == 3, "place %u: %u of 3 events of the parent", place,
	      mine);
	/* Whose the interrupted one is depends on where it was. */
	wanted = inherited && forked > 0 ? 1 + child_traces : 0;
	/* On top of a trace point a forked child's handler records nothing:
	 * the child is not set up before it has left that. */
	if (inherited && child_traces && theirs == 1)
		theirs = wanted;
	CHECK(theirs == wanted || (inherited && theirs == wanted + 1),
	      "place %u: %u events of the child, not %u", place, theirs,
	      wanted);
}

static void fork_everywhere(void)
{
	trace_id_t trid;

	catch_steps(0);
	type = hz_type("step");
	act = fork_away;
	for (unsigned how = 0; how < 8; how++) {
		inherited = how & 1;
		child_traces = how & 2;
		trid = hz_create(&(struct hz_setup){
			.inherited = inherited ? POSIX_TRACE_INHERITED :
				     POSIX_TRACE_CLOSE_FOR_CHILD });
		for (way_begin(&way, how & 4); way_next(&way, 1);)
			fork_from(trid);
		OK(posix_trace_shutdown(trid));
	}
}

static trace_id_t stopped;
static sem_t asked, answered;
static bool restarts;

static void *stop_when_asked(void *arg)
{
	for (;;) {
		SYS(sem_wait(&asked));
		OK(posix_trace_stop(stopped));
		if (restarts)
			OK(posix_trace_start(stopped));
		SYS(sem_post(&answered));
	}
	return arg;
}

static void have_it_stopped(void)
{
	SYS(sem_post(&asked) | sem_wait(&answered));
}

/* INV-3: between a STOP and the next START no event comes.  The first event
 * after a START goes the slow way, the next ones go the quick one. */
static void stop_at(unsigned before)
{
	const unsigned place = way.place;
	bool runs = false;
	unsigned n = 0;
	struct hz_event e;

	OK(posix_trace_start(stopped));
	for (unsigned i = 0; i < before; i++)
		record(0);
	step_through(&way, record_once, 0);
	OK(posix_trace_stop(stopped));
	while (hz_try(stopped, &e)) {
		if (hz_is_user(&e)) {
			CHECK(runs, "place %u: an event behind STOP", place);
			n++;
		} else {
			runs = e.info.posix_event_id == POSIX_TRACE_START;
		}
	}
	CHECK(n <= before + 1 && n >= before + restarts,
	      "place %u: %u events", place, n);
}

static void stop_everywhere(void)
{
	pthread_t controller;

	catch_steps(0);
	type = hz_type("step");
	act = have_it_stopped;
	SYS(sem_init(&asked, 0, 0) | sem_init(&answered, 0, 0));
	stopped = hz_create(&(struct hz_setup){ .suspended = true });
	OK(pthread_create(&controller, NULL, stop_when_asked, NULL));
	for (unsigned how = 0; how < 8; how++) {
		unsigned before = how & 1 ? 2 : 0;

		restarts = how & 2;
		for (way_begin(&way, how & 4); way_next(&way, 1);)
			stop_at(before);
	}
	OK(pthread_cancel(controller));
	OK(pthread_join(controller, NULL));
	OK(posix_trace_shutdown(stopped));
}

static const struct hz_case cases[] = {
	{ .name = "one-signal", .run = one_signal },
	{ .name = "one-signal-two-streams", .run = one_signal_two_streams },
	{ .name = "two-signals", .run = two_signals },
	{ .name = "two-signals-two-streams", .run = two_signals_two_streams },
	{ .name = "chunk-change-loop", .run = chunk_change_loop },
	{ .name = "chunk-change-until-full", .run = chunk_change_until_full },
	{ .name = "first-event-of-thread", .run = first_event_of_thread },
	{ .name = "alternate-stack-above", .run = alternate_stack_above },
	{ .name = "fork", .run = fork_everywhere, .kills = true },
	{ .name = "stop", .run = stop_everywhere, .seconds = 600 },
};

#else

static const struct hz_case cases[] = {
	{ .name = "nothing", .run = nothing },
};

#endif

HZ_MAIN(cases)
