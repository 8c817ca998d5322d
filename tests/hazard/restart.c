/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * A stream that is full runs again, or becomes full, at every instruction of a
 * trace point (step.h): the event is recorded, or counted as lost, and never
 * neither nor both.  The word that says so is changed by hand, so nothing here
 * depends on timing; the last case does it with a real log for a moment.
 */
#include "step.h"

#include <sys/mman.h>

#include "ring/collect.h"
#include "ring/lane.h"
#include "process/self.h"

#if defined(__x86_64__)

static struct way way;
static const struct pxt_view *view;
static enum pxt_run_state next[2];	/* of the stream, at each place */
static unsigned n_next;

static void set_run(enum pxt_run_state state)
{
	uint64_t run = pxt_load_relaxed(&view->segment->run);

	pxt_store_relaxed(&view->segment->run,
			  ((run >> PXT_RUN_BITS) + 1) << PXT_RUN_BITS | state);
}

static void change_run(void)
{
	set_run(next[n_next++]);
}

/* Records of the lane of this thread, in a chunk that has room for all. */
static uint64_t n_recorded(void)
{
	uint64_t bytes = 0;

	for (uint32_t i = 1; i < view->n_lanes; i++)
		bytes += pxt_tail_bytes(pxt_load_relaxed(&view->lanes[i].tail));
	return bytes / pxt_record_size(sizeof(struct payload));
}

static void changes_at(enum pxt_run_state first, enum pxt_run_state second,
		       bool known, unsigned distance)
{
	const unsigned place = way.place;
	uint64_t recorded, lost;

	set_run(first);
	/* So that this state is known, or not. */
	if (known)
		record(0);
	recorded = n_recorded();
	lost = pxt_collect_losses(view, 0, NULL);
	next[0] = second;
	next[1] = first;
	n_next = 0;
	step_through(&way, record_once, distance);
	recorded = n_recorded() - recorded;
	lost = pxt_collect_losses(view, 0, NULL) - lost;
	CHECK(recorded + lost == 1,
	      "place %u and %u on: %llu recorded, %llu lost", place, distance,
	      (unsigned long long)recorded, (unsigned long long)lost);
}

/* Nobody reads the stream, and it is a new one for each way, so that the chunk
 * is not closed. */
static void along(enum pxt_run_state first, enum pxt_run_state second,
		  bool slow, unsigned distance, unsigned how)
{
	trace_id_t other = 0, trid = hz_create(&(struct hz_setup){
		.policy = POSIX_TRACE_LOOP, .size = 64 << 20 });
	uint64_t attached = pxt_load_relaxed(&pxt_self->attached);

	view = &pxt_attached[__builtin_ctzll(attached)].view;
	if (slow)
		other = second_stream();
	record(0);
	for (way_begin(&way, how & 2); way_next(&way, 1);)
		changes_at(first, second, how & 1, distance);
	set_run(PXT_RUN_RUNNING);
	if (slow)
		OK(posix_trace_shutdown(other));
	OK(posix_trace_shutdown(trid));
}

static void everywhere(bool slow)
{
	static const unsigned distances[] = { 0, 1, 5, 20, 60 };

	catch_steps(0);
	type = hz_type("restart");
	act = change_run;
	/* The slow way is long: fewer pairs of places. */
	for (unsigned d = 0; d < 5; d += slow ? 2 : 1)
		for (unsigned how = 0; how < (d ? 2 : 4); how++) {
			along(PXT_RUN_RUNNING, PXT_RUN_FULL, slow,
			      distances[d], how);
			along(PXT_RUN_FULL, PXT_RUN_RUNNING, slow,
			      distances[d], how);
		}
}

static void one_stream(void)
{
	everywhere(false);
}

static void two_streams(void)
{
	everywhere(true);
}

/* A FLUSH stream that is full and runs again some thousand times. */
static void flushed(void)
{
	enum { EVENTS = 3000000 / HZ_SLOW };
	char path[] = "/dev/shm/hazard-restart-XXXXXX";
	struct posixtrace_usage usage;
	uint64_t seen = 0, told = 0;
	struct hz_event e;
	trace_id_t trid;
	int fd;

	fd = mkstemp(path);
	SYS(fd);
	SYS(unlink(path));
	type = hz_type("restart");
	trid = hz_create(&(struct hz_setup){
		.policy = POSIX_TRACE_FLUSH, .size = 65536, .fd = fd,
		.log_policy = POSIX_TRACE_APPEND });
	for (unsigned i = 0; i < EVENTS; i++)
		record(0);
	OK(posix_trace_stop(trid));
	OK(posix_trace_flush(trid));
	OK(posixtrace_get_usage(trid, &usage));
	OK(posix_trace_shutdown(trid));
	SYS(lseek(fd, 0, SEEK_SET));
	OK(posix_trace_open(fd, &trid));
	while (hz_get(trid, &e)) {
		seen += hz_is_user(&e);
		if (e.info.posix_event_id == POSIX_TRACE_OVERFLOW)
			told++;
	}
	OK(posix_trace_close(trid));
	CHECK(seen + usage.lost == EVENTS, "%llu read, %llu lost, of %u",
	      (unsigned long long)seen, (unsigned long long)usage.lost, EVENTS);
	CHECK(told || !usage.lost, "nothing is told");
}

static const struct hz_case cases[] = {
	{ .name = "one-stream", .run = one_stream },
	{ .name = "two-streams", .run = two_streams },
	{ .name = "flushed", .run = flushed },
};

#else

static const struct hz_case cases[] = {
	{ .name = "nothing", .run = nothing },
};

#endif

HZ_MAIN(cases)
