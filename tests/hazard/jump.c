/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Signal handlers that leave a trace point by siglongjmp(), at every
 * instruction (step.h): on the fast path and the slow path, where a chunk is
 * changed, overwritten or refused, at a thread's first event, and while the
 * state left by an earlier jump is repaired.
 *
 * The interrupted event may be recorded or not; nothing else may be affected:
 * no event is torn, missing or duplicated, counts in headers are correct, and
 * no chunk or lane is lost.  The program inspects the memory of its streams, so
 * it contains the library.
 */
#include "step.h"

#include <limits.h>
#include <setjmp.h>
#include <stdlib.h>

#include "ring/lane.h"
#include "process/self.h"

#if defined(__x86_64__)

static sigjmp_buf away;
static struct way way, second_way;

static void jump_away(void)
{
	record(1);
	siglongjmp(away, 1);
}

/* The library has blocked signals here, so no handler can run and jump. */
static bool is_held(void)
{
	return sigismember(&step_context->uc_sigmask, SIGUSR1);
}

/* Leave the handler as most programs do. */
static void just_jump_away(void)
{
	if (!is_held())
		siglongjmp(away, 1);
}

/* Read all events; returns the number of interrupted ones (kind 2). */
static unsigned drain_jumped(trace_id_t trid)
{
	unsigned n = 0;
	struct hz_event e;

	while (hz_try(trid, &e)) {
		struct payload p;

		memcpy(&p, &e.data, sizeof(p));
		if (hz_is_user(&e) && p.kind == 2) {
			CHECK(e.len == sizeof(p), "a torn event");
			n++;
		} else {
			see(&e);
		}
	}
	return n;
}

static void jump_from(trace_id_t trid, bool handler_again)
{
	const unsigned place = way.place;
	volatile bool left = false;
	unsigned got;

	/* The same depth of the stack as the events below. */
	if (sigsetjmp(away, 1) == 0) {
		take_steps(&way, 0);
		record(2);
	} else {
		left = true;
	}
	take_no_steps();
	/* Twice: the first event may take either path. */
	record(0);
	if (handler_again) {
		act = record_in_handler;
		way_next(&second_way, 0);
		second_way.place = place;
		step_through(&second_way, record_once, 0);
		act = jump_away;
	}
	record_from_deep();
	record(0);
	got = drain_jumped(trid);
	CHECK(got <= 1 && (left || got == 1), "place %u: recorded %u times",
	      place, got);
	tallies[0].n[2] = 0;
	check_tallies();
}

static void jump_from_everywhere(bool slow)
{
	trace_id_t trid, other = 0;

	type = hz_type("step");
	if (slow)
		other = second_stream();
	trid = roomy();
	act = jump_away;
	record(0);
	for (unsigned how = 0; how < 4; how++) {
		way_begin(&second_way, how & 2);
		for (way_begin(&way, how & 2); way_next(&way, 1);)
			jump_from(trid, how & 1);
		CHECK(way.n > 20, "%u steps", way.n);
	}
	if (slow)
		OK(posix_trace_shutdown(other));
	OK(posix_trace_shutdown(trid));
}

static void longjmp_once(void)
{
	catch_steps(0);
	jump_from_everywhere(false);
}

static void longjmp_two_streams(void)
{
	catch_steps(0);
	jump_from_everywhere(true);
}

/*
 * The same with a handler on an alternate stack.  It lies above the thread's
 * own stack, so addresses do not tell which of the two was used first.
 */
static void *jump_on_alternate(void *arg)
{
	stack_t stack = { .ss_size = 64 << 10, .ss_sp = arg };

	SYS(sigaltstack(&stack, NULL));
	jump_from_everywhere(false);
	return NULL;
}

static void longjmp_alternate_stack(void)
{
	static unsigned char stack[64 << 10];

	catch_steps(SA_ONSTACK);
	jump_on_alternate(stack);
}

/*
 * Check the segment in memory: each chunk that was ever used is in one place,
 * and a full chunk has as many events as its header says.
 */
static void check_queue(const struct pxt_view *view, struct pxt_queue *queue,
			const struct pxt_cells *cells, unsigned char *places)
{
	uint32_t seq = pxt_load_relaxed(&queue->head), chunk;

	for (uint32_t n = 0; n < cells->size; n++) {
		const struct pxt_chunk_header *header;
		struct pxt_cursor cursor;
		struct pxt_event event;
		uint32_t count = 0;

		if (!pxt_queue_peek(queue, cells, seq + n, &chunk))
			continue;
		places[chunk]++;
		if (queue == &view->segment->free)
			continue;
		header = pxt_chunk(view, chunk);
		pxt_cursor_init(&cursor, header, header + 1, header->used);
		while (pxt_cursor_next(&cursor, &event))
			count++;
		CHECK(cursor.pos == cursor.end && count == header->count &&
		      cursor.ticks == header->last,
		      "chunk %u: %u events, and its header says %u", chunk,
		      count, header->count);
	}
}

static void check_chunks(const struct pxt_view *view, unsigned place)
{
	uint32_t fresh = pxt_load_relaxed(&view->segment->fresh);
	unsigned char *places = calloc(view->n_chunks, 1);

	CHECK(places, "calloc");
	check_queue(view, &view->segment->full, &view->full, places);
	check_queue(view, &view->segment->free, &view->free, places);
	for (uint32_t i = 0; i < view->n_lanes; i++) {
		uint64_t tail = pxt_load_relaxed(&view->lanes[i].tail);

		CHECK(!(tail & PXT_LANE_BUSY), "place %u: lane %u is busy",
		      place, i);
		if (pxt_tail_chunk(tail) < view->n_chunks)
			places[pxt_tail_chunk(tail)]++;
	}
	for (uint32_t i = 0; i < view->n_chunks; i++)
		CHECK(places[i] == (i < fresh),
		      "place %u: chunk %u of %u is in %u places, state %#llx",
		      place, i, fresh, places[i], (unsigned long long)
		      pxt_load_relaxed(&view->states[i]));
	free(places);
}

/* The stream that this process has attached. */
static const struct pxt_view *the_view(void)
{
	uint64_t attached = pxt_load_relaxed(&pxt_self->attached);

	CHECK(attached && !(attached & (attached - 1)), "not one stream");
	return &pxt_attached[__builtin_ctzll(attached)].view;
}

/* The free bytes in the open chunk of the first lane. */
static uint32_t room_left(const struct pxt_view *view)
{
	uint64_t tail = pxt_load_relaxed(&view->lanes[1].tail);

	CHECK(pxt_tail_chunk(tail) < view->n_chunks, "no chunk");
	return view->chunk_size - PXT_CHUNK_HEADER_SIZE - pxt_tail_bytes(tail);
}

/* Fill the open chunk, so that the next event needs another one. */
static void fill_chunk(const struct pxt_view *view)
{
	while (room_left(view) >= pxt_record_size(sizeof(struct payload)))
		record(0);
}

/* A round of jumps: events of the thread itself. */
struct round {
	trace_id_t trid;
	const struct pxt_view *view;
	bool twice;			/* second_way has a place, too */
	bool left;
};

/* Jump out of an event that changes chunks, and perhaps out of the next one,
 * which repairs the state. */
static void jump_in_change(struct round *round)
{
	round->left = false;
	if (sigsetjmp(away, 1) == 0) {
		take_steps(&way, 0);
		record(2);
	} else {
		round->left = true;
	}
	take_no_steps();
	if (!round->twice)
		return;
	if (sigsetjmp(away, 1) == 0) {
		take_steps(&second_way, 0);
		record(3);
	}
	take_no_steps();
}

/* Read all events and check each; returns their number. */
static uint64_t read_on(const struct round *round, unsigned place)
{
	unsigned mine[KINDS] = {0};
	uint64_t n = 0;
	struct hz_event e;

	while (hz_try(round->trid, &e)) {
		struct payload p;

		if (!hz_is_user(&e))
			continue;
		n++;
		memcpy(&p, &e.data, sizeof(p));
		CHECK(e.len == sizeof(p) && p.kind < KINDS &&
		      p.check == (p.serial * 0x9e3779b97f4a7c15 ^ p.kind << 8 ^
				  p.thread), "place %u: a torn event", place);
		mine[p.kind]++;
		if (p.kind != 0)
			continue;
		CHECK(p.serial >= tallies[0].seen[0], "place %u: it came twice",
		      place);
		tallies[0].seen[0] = p.serial + 1;
	}
	CHECK(mine[2] <= 1 && mine[3] <= 1, "place %u: there twice", place);
	return n;
}

/*
 * Every event issued since the last round was read or is counted as lost,
 * except an interrupted one.  Events that were being overwritten when the
 * handler ran may be counted twice.
 */
static void account(const struct round *round, unsigned place, uint64_t issued,
		    uint64_t lost)
{
	uint64_t seen = read_on(round, place), chunkful;
	unsigned missing = round->left + round->twice;
	struct posixtrace_usage usage;

	OK(posixtrace_get_usage(round->trid, &usage));
	lost = usage.lost - lost;
	chunkful = round->view->loop ? round->view->chunk_size /
		   pxt_record_size(sizeof(struct payload)) : 0;
	CHECK(seen + lost + missing >= issued &&
	      seen + lost <= issued + (1 + round->twice) * chunkful,
	      "place %u: %llu events, %llu read, %llu lost", place,
	      (unsigned long long)issued, (unsigned long long)seen,
	      (unsigned long long)lost);
}

static uint64_t issued_so_far(void)
{
	return tallies[0].n[0] + tallies[0].n[2] + tallies[0].n[3];
}

/* One place: prepare the chunks, jump, record more events, and check
 * everything. */
static void jump_at(struct round *round, unsigned chunks)
{
	const unsigned place = way.place;
	struct posixtrace_usage before;
	uint64_t issued = issued_so_far();

	OK(posixtrace_get_usage(round->trid, &before));
	for (unsigned i = 0; i <= chunks; i++) {
		record(0);
		fill_chunk(round->view);
	}
	jump_in_change(round);
	record(0);
	record(0);
	check_chunks(round->view, place);
	record_from_deep();
	account(round, place, issued_so_far() - issued, before.lost);
	check_chunks(round->view, place);
}

/* With so many full chunks, the oldest was not partly read by a drain, so its
 * header has the number of unread events. */
enum { OVERWRITING = 6 };

/*
 * `chunks` chunks are full when an event needs another one: in a LOOP stream
 * with two full chunks the event overwrites one, in an UNTIL_FULL stream it
 * finds no room.
 */
static void jump_in_changes(int policy, unsigned chunks, unsigned stride)
{
	struct round round = { .twice = stride > 1 };
	unsigned first = 0, second = 0;

	catch_steps(0);
	type = hz_type("jump");
	round.trid = hz_create(&(struct hz_setup){ .policy = policy,
						   .size = 4096 });
	act = just_jump_away;
	record(0);
	round.view = the_view();
	read_on(&round, 0);
	if (round.twice) {
		stride = way_stride(stride, stride / 3, &first);
		second = first / 2;
		way_begin_plain(&way, first);
	} else {
		way_begin(&way, false);
	}
	while (way_next(&way, stride)) {
		if (!round.twice) {
			jump_at(&round, chunks);
			continue;
		}
		way_begin(&second_way, false);
		for (second_way.place = second; way_next(&second_way, stride);)
			jump_at(&round, chunks);
	}
	CHECK(way.n > 200, "%u steps", way.n);
	OK(posix_trace_shutdown(round.trid));
}

static void change_free(void)
{
	jump_in_changes(POSIX_TRACE_UNTIL_FULL, 0, 1);
}

static void change_overwriting(void)
{
	jump_in_changes(POSIX_TRACE_LOOP, OVERWRITING, 1);
}

static void change_free_twice(void)
{
	jump_in_changes(POSIX_TRACE_UNTIL_FULL, 0, 67);
}

static void change_overwriting_twice(void)
{
	jump_in_changes(POSIX_TRACE_LOOP, OVERWRITING, 67);
}

static uint64_t lost_so_far(const struct round *round)
{
	struct posixtrace_usage usage;

	OK(posixtrace_get_usage(round->trid, &usage));
	return usage.lost;
}

/* Record so many events, or until one is lost.  Returns the number of the others. */
static unsigned record_until_lost(const struct round *round, unsigned most)
{
	const uint64_t lost = lost_so_far(round);
	unsigned n;

	for (n = 0; n < most; n++) {
		record(0);
		if (lost_so_far(round) != lost)
			break;
	}
	return n;
}

/* Jump out of the event that makes the stream full, and out of one that finds
 * it full. */
static void refused(void)
{
	struct round round = {0};

	catch_steps(0);
	type = hz_type("jump");
	round.trid = hz_create(&(struct hz_setup){
		.policy = POSIX_TRACE_UNTIL_FULL, .size = 4096 });
	act = just_jump_away;
	record(0);
	round.view = the_view();
	read_on(&round, 0);
	for (unsigned full = 0; full < 2; full++)
		for (way_begin(&way, false); way_next(&way, 1);) {
			const unsigned i = way.place;
			const unsigned fit = record_until_lost(&round, UINT_MAX);
			struct posixtrace_usage usage;
			uint64_t issued, lost, seen;

			read_on(&round, i);
			issued = issued_so_far();
			lost = lost_so_far(&round);
			record_until_lost(&round, fit);
			if (full)
				record(0);
			jump_in_change(&round);
			record(0);
			seen = read_on(&round, i);
			OK(posixtrace_get_usage(round.trid, &usage));
			CHECK(seen + usage.lost - lost + round.left >=
			      issued_so_far() - issued &&
			      seen + usage.lost - lost <=
			      issued_so_far() - issued,
			      "place %u: %llu events, %llu read, %llu lost", i,
			      (unsigned long long)(issued_so_far() - issued),
			      (unsigned long long)seen,
			      (unsigned long long)(usage.lost - lost));
			check_chunks(round.view, i);
		}
	OK(posix_trace_shutdown(round.trid));
}

/* The first event of a thread is left by a jump; then the thread records, and
 * ends. */
static _Atomic bool thread_left;

static void *jump_in_first_event(void *arg)
{
	thread_left = false;
	if (sigsetjmp(away, 1) == 0) {
		take_steps(&way, 0);
		record(2);
	} else {
		thread_left = true;
	}
	take_no_steps();
	if (arg)
		record(0);
	return NULL;
}

static void first_event(void)
{
	static int yes;
	struct round round = {0};
	uint32_t lanes;
	unsigned n;

	catch_steps(0);
	type = hz_type("jump");
	round.trid = roomy();
	act = just_jump_away;
	record(0);
	round.view = the_view();
	read_on(&round, 0);
	for (way_begin(&way, false); way_next(&way, 1);) {
		const unsigned i = way.place;
		bool goes_on = i % 3;

		pthread_join(hz_thread(jump_in_first_event,
				       goes_on ? &yes : NULL), NULL);
		round.left = thread_left;
		read_on(&round, i);
		CHECK(!goes_on || tallies[0].seen[0] == tallies[0].n[0],
		      "place %u: the next event is not there", i);
		check_chunks(round.view, i);
	}
	/* Chunks and lanes left by jumps are used again. */
	n = way.n;
	way_begin(&way, false);
	way.place = WAY_MAX;
	pthread_join(hz_thread(jump_in_first_event, &yes), NULL);
	read_on(&round, 0);
	CHECK(steps < n + 100, "%u steps, and then %u", n, steps);
	/* Only the lanes of the main thread and of the controller are taken. */
	lanes = 0;
	for (uint32_t i = 0; i < round.view->n_lanes; i++)
		lanes += pxt_load_relaxed(&round.view->lanes[i].owner) != 0;
	CHECK(lanes == 2, "%u lanes are in use", lanes);
	OK(posix_trace_shutdown(round.trid));
}

static const struct hz_case cases[] = {
	{ .name = "longjmp", .run = longjmp_once },
	{ .name = "longjmp-two-streams", .run = longjmp_two_streams },
	{ .name = "longjmp-alternate-stack", .run = longjmp_alternate_stack },
	{ .name = "chunk-change", .run = change_free },
	{ .name = "chunk-change-overwriting", .run = change_overwriting },
	{ .name = "chunk-change-twice", .run = change_free_twice,
	  .seconds = 600 },
	{ .name = "chunk-change-overwriting-twice",
	  .run = change_overwriting_twice, .seconds = 600 },
	{ .name = "refused", .run = refused },
	{ .name = "first-event", .run = first_event },
};

#else

static const struct hz_case cases[] = {
	{ .name = "nothing", .run = nothing },
};

#endif

HZ_MAIN(cases)
