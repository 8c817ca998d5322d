/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Signals at every instruction (step.h): the handler traces or forks, or
 * another thread stops the stream.  Each place is tried in turn, so nothing
 * depends on timing.  Handlers that do not return are in jump.c.
 */
#include "step.h"

#include <semaphore.h>

#if defined(__x86_64__)

static struct way way;

/* Another stream, which has every event, too; 0: none. */
static trace_id_t twin;
static uint64_t n_twin;

static void drain_twin(void)
{
	uint64_t n_seen = 0;
	struct hz_event e;

	if (!twin)
		return;
	while (hz_try(twin, &e))
		n_twin += hz_is_user(&e);
	for (unsigned t = 0; t < WRITERS; t++)
		for (unsigned k = 0; k < KINDS; k++)
			n_seen += tallies[t].seen[k];
	CHECK(n_twin == n_seen, "%llu events in one stream, %llu in the other",
	      (unsigned long long)n_seen, (unsigned long long)n_twin);
}

/* Another thread records an event now and then. */
static bool has_neighbour;
static sem_t its_turn, its_done;

static void *neighbour(void *arg)
{
	self = 1;
	for (;;) {
		SYS(sem_wait(&its_turn));
		record(0);
		SYS(sem_post(&its_done));
	}
	return arg;
}

static void have_neighbour_record(void)
{
	if (has_neighbour)
		SYS(sem_post(&its_turn) | sem_wait(&its_done));
}

/* Try every place.  If `from_deep`, an event from deeper in the stack
 * precedes. */
static void one_by_one(void (*body)(void), bool from_deep, bool late)
{
	trace_id_t trid = roomy();

	record(0);
	drain(trid);
	drain_twin();
	for (way_begin(&way, late); way_next(&way, 1);) {
		have_neighbour_record();
		if (from_deep)
			record_from_deep();
		step_through(&way, body, 0);
		record(0);
		drain(trid);
		drain_twin();
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

/* Two streams have a fast path of their own: process/several.h. */
static void one_signal_twins(void)
{
	catch_steps(0);
	type = hz_type("step");
	act = record_in_handler;
	twin = roomy();
	for (unsigned how = 0; how < 4; how++)
		one_by_one(record_once, how & 1, how & 2);
}

/* The first thread of a stream takes other paths when another thread has just
 * recorded, and when it is alone again: ring/lease.h. */
static void one_signal_neighbour(void)
{
	catch_steps(0);
	type = hz_type("step");
	act = record_in_handler;
	has_neighbour = true;
	hz_thread(neighbour, NULL);
	for (unsigned how = 0; how < 4; how++)
		one_by_one(record_once, how & 1, how & 2);
	twin = roomy();
	n_twin = 0;
	for (unsigned t = 0; t < WRITERS; t++)
		for (unsigned k = 0; k < KINDS; k++)
			n_twin += tallies[t].seen[k];
	for (unsigned how = 0; how < 4; how++)
		one_by_one(record_once, how & 1, how & 2);
}

/* Two places of one trace point: one of two first ones, with second ones at
 * increasing distances. */
static void two_by_two(bool late)
{
	unsigned offset, stride = way_stride(2, 1, &offset);
	trace_id_t trid = roomy();

	record(0);
	drain(trid);
	way_begin(&way, late);
	for (way.place = offset; way_next(&way, stride);)
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

/* Large events, so that a new chunk is needed often. */
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
	unsigned offset, stride = way_stride(24, 3, &offset);
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

/* A handler on an alternate stack at higher addresses, which returns. */
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
 * fork() in the handler.  Some time later the child returns to where its parent
 * was interrupted.  It must not touch memory of the parent's stream.
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
	/* Whether the interrupted event is the child's, too, depends on the
	 * place. */
	wanted = inherited && forked > 0 ? 1 + child_traces : 0;
	/* If the child is still within the trace point, its handler records
	 * nothing, because the child is set up only after leaving the trace
	 * point. */
	if (inherited && child_traces && theirs == 1)
		theirs = wanted;
	CHECK(theirs == wanted || (inherited && theirs == wanted + 1),
	      "place %u: %u events of the child, not %u", place, theirs,
	      wanted);
}

static void fork_everywhere(void)
{
	unsigned offset, stride = way_stride(3, 1, &offset);
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
		way_begin(&way, how & 4);
		for (way.place = (offset + how) % stride; way_next(&way, stride);)
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

/* INV-3: no event is recorded between a STOP and the next START.  The first
 * event after a START takes the slow path, later ones take the fast path. */
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
			CHECK(runs, "place %u: an event after STOP", place);
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
	{ .name = "one-signal-twins", .run = one_signal_twins },
	{ .name = "one-signal-neighbour", .run = one_signal_neighbour,
	  .seconds = 300 },
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
