/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * A full stream runs again, or a running one becomes full, at every instruction
 * of a trace point (step.h).  The event must be either recorded or counted as
 * lost, never both or neither.  Losses of a FLUSH stream must be in gaps of its
 * log, whatever the stream does next.  The cases change the run word of the
 * segment themselves, so nothing depends on timing; one case also uses a real
 * log.
 */
#include "step.h"

#include <sys/mman.h>

#include "base/futex.h"
#include "ring/collect.h"
#include "ring/lane.h"
#include "process/self.h"

#if defined(__x86_64__)

static struct way way;
static const struct pxt_view *view;
static enum pxt_run_state next[2];	/* the state to set at each place */
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

/* The number of records in this thread's lane; its chunk has room for all. */
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
	/* With an event before, the thread has seen this state, else it has
	 * not. */
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

/* A new stream for each way, which no reader drains, so the chunk stays
 * open. */
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
	/* The slow path is long, so fewer pairs of places are tried. */
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

static int make_flush_stream(trace_id_t *trid)
{
	char path[] = "/dev/shm/hazard-restart-XXXXXX";
	uint64_t attached;
	int fd;

	fd = mkstemp(path);
	SYS(fd);
	SYS(unlink(path));
	type = hz_type("restart");
	*trid = hz_create(&(struct hz_setup){
		.policy = POSIX_TRACE_FLUSH, .size = 65536, .fd = fd,
		.log_policy = POSIX_TRACE_APPEND });
	record(0);
	attached = pxt_load_relaxed(&pxt_self->attached);
	view = &pxt_attached[__builtin_ctzll(attached)].view;
	/* Wait until the flush thread sleeps. */
	while (!pxt_load_relaxed(&view->segment->flusher))
		hz_sleep_ms(1);
	return fd;
}

/* The contents of a log. */
struct content {
	uint64_t events;		/* user events */
	uint64_t lost;			/* in all gaps */
	uint64_t lost_before;		/* in the gaps before the last user event */
};

static struct content read_log(int fd)
{
	struct content c = {0};
	struct hz_event e;
	trace_id_t trid;

	SYS(lseek(fd, 0, SEEK_SET));
	OK(posix_trace_open(fd, &trid));
	while (hz_get(trid, &e)) {
		struct posixtrace_loss loss;

		if (hz_is_user(&e)) {
			c.events++;
			c.lost_before = c.lost;
		}
		if (e.info.posix_event_id != POSIX_TRACE_OVERFLOW)
			continue;
		OK(posixtrace_get_loss(trid, &loss));
		c.lost += loss.events;
	}
	OK(posix_trace_close(trid));
	SYS(close(fd));
	return c;
}

/* A FLUSH stream becomes full and runs again several times. */
static void flushed(void)
{
	enum { EVENTS = 3000000 / HZ_SLOW };
	struct posixtrace_usage usage;
	struct content c;
	trace_id_t trid;
	int fd = make_flush_stream(&trid);

	for (unsigned i = 1; i < EVENTS; i++)
		record(0);
	OK(posix_trace_stop(trid));
	OK(posix_trace_flush(trid));
	OK(posixtrace_get_usage(trid, &usage));
	OK(posix_trace_shutdown(trid));
	c = read_log(fd);
	CHECK(c.events + usage.lost == EVENTS, "%llu read, %llu lost, of %u",
	      (unsigned long long)c.events, (unsigned long long)usage.lost,
	      EVENTS);
	CHECK(c.lost == usage.lost, "%llu lost, %llu reported",
	      (unsigned long long)usage.lost, (unsigned long long)c.lost);
}

/*
 * A FLUSH stream is stopped, or shut down, while it is full, so it does not run
 * again.  What was lost is still reported, once.
 */
static void full_at_the_end(void)
{
	enum { STOP = 1, FLUSH = 2, START = 4, ALL = 8, LOST = 3 };

	for (unsigned does = 0; does < ALL; does++) {
		struct content c;
		trace_id_t trid;
		int fd = make_flush_stream(&trid);

		set_run(PXT_RUN_FULL);
		for (unsigned i = 0; i < LOST; i++)
			record(0);
		if (does & STOP)
			OK(posix_trace_stop(trid));
		if (does & FLUSH)
			OK(posix_trace_flush(trid));
		if (does & START) {
			OK(posix_trace_start(trid));
			OK(posix_trace_flush(trid));
			record(0);
		}
		OK(posix_trace_shutdown(trid));
		c = read_log(fd);
		/* The flush thread may have noticed by itself that the stream
		 * is full. */
		CHECK(c.events + c.lost == (does & START ? 2 : 1) + LOST,
		      "case %u: %llu read, %llu reported", does,
		      (unsigned long long)c.events, (unsigned long long)c.lost);
		CHECK(!(does & START) || c.lost_before == c.lost,
		      "case %u: reported too late", does);
	}
}

static unsigned run_state(void)
{
	return pxt_load_relaxed(&view->segment->run) & PXT_RUN_MASK;
}

static bool was_full;

/* Wake the flush thread, which notices that the stream is full, and wait until
 * it is done. */
static void let_run_again(void)
{
	struct pxt_segment *segment = view->segment;

	was_full = run_state() == PXT_RUN_FULL;
	pxt_add_relaxed(&segment->wake, 1);
	pxt_futex_wake(&segment->wake);
	while (run_state() == PXT_RUN_FULL)
		hz_sleep_ms(1);
}

/* Record as many events as there is room for, while the flush thread sleeps. */
static uint64_t fill(void)
{
	struct pxt_segment *segment = view->segment;
	uint64_t n = 0;

	pxt_store_relaxed(&segment->flusher, 0);
	while (run_state() == PXT_RUN_RUNNING && n < 100000) {
		record(0);
		n++;
	}
	return n;
}

/*
 * A FLUSH stream runs again while an event is about to be counted as lost.  `n`
 * events are recorded before that one, so it either makes the stream full or
 * finds it full.
 */
static void run_again_at(uint64_t n)
{
	const unsigned place = way.place;
	struct content c;
	trace_id_t trid;
	int fd = make_flush_stream(&trid);
	bool fills;

	pxt_store_relaxed(&view->segment->flusher, 0);
	if (n == 0)
		set_run(PXT_RUN_FULL);
	for (uint64_t i = 0; i < n; i++)
		record(0);
	was_full = false;
	fills = run_state() == PXT_RUN_RUNNING;
	step_through(&way, record_once, 0);
	record(0);
	OK(posix_trace_shutdown(trid));
	c = read_log(fd);
	CHECK(c.events + c.lost == n + 3, "place %u of %llu: %llu read, %llu "
	      "reported", place, (unsigned long long)n,
	      (unsigned long long)c.events, (unsigned long long)c.lost);
	/* An event that finds the stream full may be counted after the restart,
	 * but not one that makes it full. */
	CHECK(!fills || !was_full || c.lost_before == 1,
	      "place %u: reported too late", place);
}

static void runs_again_everywhere(uint64_t n)
{
	for (way_begin_plain(&way, 0); way_next(&way, 1);)
		run_again_at(n);
}

static void runs_again_at_once(void)
{
	trace_id_t trid;
	uint64_t n;
	int fd;

	catch_steps(0);
	act = let_run_again;
	fd = make_flush_stream(&trid);
	n = fill();
	CHECK(run_state() == PXT_RUN_FULL, "not full after %llu",
	      (unsigned long long)n);
	OK(posix_trace_shutdown(trid));
	SYS(close(fd));
	runs_again_everywhere(n - 1);
	runs_again_everywhere(0);
}

static const struct hz_case cases[] = {
	{ .name = "one-stream", .run = one_stream },
	{ .name = "two-streams", .run = two_streams },
	{ .name = "flushed", .run = flushed },
	{ .name = "full-at-the-end", .run = full_at_the_end },
	{ .name = "runs-again-at-once", .run = runs_again_at_once },
};

#else

static const struct hz_case cases[] = {
	{ .name = "nothing", .run = nothing },
};

#endif

HZ_MAIN(cases)
