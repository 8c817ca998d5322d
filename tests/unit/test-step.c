/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * A process that traces itself is stopped after instructions of its trace
 * point, and its events are drained.  At every instruction: only complete
 * events are read, in order; no event that it has completed is missing; and
 * overwritten events are reported.
 */
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/rundir.h"
#include "ring.h"
#include "source/drain.h"
#include "process/self.h"
#include "support.h"

/* With a sanitizer there are too many instructions to step through. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { HAS_SANITIZER = 1 };
#else
enum { HAS_SANITIZER = 0 };
#endif

/* The number of events that fill a chunk. */
enum { PER_CHUNK = 7, WORDS = 63, SLOT = 3, SERIAL = 99 };

struct note {
	uint64_t n;
	uint64_t words[WORDS];
};

/* Shared by the two processes. */
struct progress {
	_Atomic uint64_t done;		/* events that were traced */
	_Atomic int enough;
};

static struct pxt_view ring;
static struct pxt_drain drain;
static struct progress *progress;
static pid_t child;

/* Events that were read, events missing in between, and events reported as
 * lost. */
static uint64_t seen, missed, lost, next, last_ticks;

static void begin(enum pxt_clock_kind clock, size_t stream_size, int policy)
{
	struct pxt_segment_plan plan = ring_plan(stream_size,
						 sizeof(struct note), policy);
	size_t size, backed;
	void *memory;

	plan.clock = clock;
	plan.anchor = pxt_clock_anchor(clock);
	ck_assert_int_eq(pxt_segment_size(&plan, &size, &backed), 0);
	ck_assert_int_eq(pxt_shm_anonymous(size, &memory), 0);
	pxt_segment_init(memory, &plan, &ring);
	pxt_store_relaxed(&ring.segment->run,
			  1 << PXT_RUN_BITS | PXT_RUN_RUNNING);
	ck_assert_int_eq(pxt_drain_init(&drain, &ring), 0);
}

static void setup(void)
{
	void *memory;

	support_begin();
	ck_assert_int_eq(pxt_shm_anonymous(4096, &memory), 0);
	progress = memory;
	seen = missed = lost = next = last_ticks = 0;
}

static void teardown(void)
{
	pxt_drain_fini(&drain);
	munmap(progress, 4096);
	ring_destroy(&ring);
	support_check_leaks();
}

static void fill(struct note *note, uint64_t n)
{
	note->n = n;
	for (uint64_t i = 0; i < WORDS; i++)
		note->words[i] = ~(n * 1000 + i);
}

/* Is this one of the first events, or one that needs a new chunk?  If chunks
 * are overwritten, only one in some chunks. */
static bool is_delicate(uint64_t n)
{
	return ring.loop ? n != 0 && n % (4 * PER_CHUNK) == 0 :
	       n < 3 || n % PER_CHUNK == 0;
}

/* The traced process: it stops before each of these events. */
static void be_traced(void)
{
	struct note note;

	/* If the test fails, the process must not stay. */
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	pxt_self_enter();
	if (pxt_self_attach_own(SLOT, &ring, SERIAL) != 0)
		_exit(1);
	ptrace(PTRACE_TRACEME, 0, NULL, NULL);
	for (uint64_t n = 0; !pxt_load_acquire(&progress->enough); n++) {
		fill(&note, n);
		if (is_delicate(n))
			kill(getpid(), SIGSTOP);
		posix_trace_event(PXT_ID_USER, &note, sizeof(note));
		pxt_store_release(&progress->done, n + 1);
	}
	pxt_self_detach_own(SLOT, SERIAL);
	pxt_self_leave();
	_exit(0);
}

static void check_event(const struct pxt_event *event, bool after_gap)
{
	struct note note, expected;

	ck_assert_uint_eq(event->id, PXT_ID_USER);
	ck_assert_int_eq(event->pid, child);
	ck_assert_uint_eq(event->len, sizeof(note));
	memcpy(&note, event->data, sizeof(note));
	fill(&expected, note.n);
	ck_assert_mem_eq(&note, &expected, sizeof(note));
	ck_assert_uint_le(note.n, pxt_load_acquire(&progress->done));
	/* No event is missing, or reported as missing, without a reason. */
	if (after_gap)
		ck_assert_uint_gt(note.n, next);
	else
		ck_assert_uint_eq(note.n, next);
	missed += note.n - next;
	next = note.n + 1;
	seen++;
}

/* Read all events that can be read now. */
static void look(void)
{
	uint64_t done = pxt_load_acquire(&progress->done);
	const struct pxt_event *event;
	bool gap = false;

	ck_assert_int_eq(pxt_drain_round(&drain, UINT64_MAX), 0);
	while (pxt_drain_next(&drain, &event) == 0) {
		ck_assert_uint_ge(event->ticks, last_ticks);
		last_ticks = event->ticks;
		switch (event->id) {
		case POSIX_TRACE_OVERFLOW:
			lost += drain.source.loss.events;
			gap = true;
			break;
		case POSIX_TRACE_RESUME:
			break;
		default:
			check_event(event, gap);
			gap = false;
		}
	}
	if (!ring.loop)
		ck_assert_uint_ge(next, done);
}

/* Execute one instruction.  False: it has completed the event. */
static bool step(void)
{
	uint64_t done = pxt_load_acquire(&progress->done);
	int status;

	ck_assert_int_eq(ptrace(PTRACE_SINGLESTEP, child, NULL, NULL), 0);
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert(WIFSTOPPED(status));
	ck_assert_int_eq(WSTOPSIG(status), SIGTRAP);
	return pxt_load_acquire(&progress->done) == done;
}

/* Let a child trace, and call `attend` each time it stops. */
static void trace(void (*attend)(void))
{
	int status;

	child = fork();
	ck_assert_int_ge(child, 0);
	if (child == 0)
		be_traced();
	while (waitpid(child, &status, 0) == child && WIFSTOPPED(status)) {
		ck_assert_int_eq(WSTOPSIG(status), SIGSTOP);
		attend();
		ck_assert_int_eq(ptrace(PTRACE_CONT, child, NULL, NULL), 0);
	}
	ck_assert_int_eq(status, 0);
	look();
	ck_assert_uint_eq(next, pxt_load_acquire(&progress->done));
}

/* Drain after every instruction. */
static void look_at_each_step(void)
{
	while (step())
		look();
	look();
	if (pxt_load_acquire(&progress->done) > 3 * PER_CHUNK)
		pxt_store_release(&progress->enough, 1);
}

static uint64_t place;

/* Drain once per event, some instructions later each time. */
static void look_a_little_later(void)
{
	for (uint64_t i = 0; i < place; i++)
		if (!step()) {
			pxt_store_release(&progress->enough, 1);
			return;
		}
	look();
	place += 19;
}

static enum pxt_clock_kind clock_of(int i)
{
	return i % 2 ? PXT_CLOCK_MONOTONIC : pxt_clock_best();
}

START_TEST(every_event_is_seen_whole_and_in_order)
{
	begin(clock_of(_i), 8000, POSIX_TRACE_FLUSH);
	trace(look_at_each_step);
	ck_assert_uint_gt(seen, 3 * PER_CHUNK);
	ck_assert_uint_eq(missed, 0);
	ck_assert_uint_eq(lost, 0);
}
END_TEST

START_TEST(what_is_overwritten_is_reported)
{
	begin(clock_of(_i), 1, POSIX_TRACE_LOOP);
	place = 7 * (uint64_t)_i;
	trace(look_a_little_later);
	ck_assert_uint_gt(missed, 0);
	ck_assert_uint_eq(lost, missed);
}
END_TEST

static bool can_trace(void)
{
	int status = -1;
	pid_t pid = fork();

	if (pid == 0)
		_exit(ptrace(PTRACE_TRACEME, 0, NULL, NULL) != 0);
	return waitpid(pid, &status, 0) == pid && status == 0;
}

int main(void)
{
	Suite *suite;
	TCase *tc;

	if (HAS_SANITIZER || !can_trace())
		return 77;
	suite = suite_create("step");
	tc = tcase_create("step");
	suite_add_tcase(suite, tc);
	tcase_set_timeout(tc, 60);
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_loop_test(tc, every_event_is_seen_whole_and_in_order, 0, 2);
	tcase_add_loop_test(tc, what_is_overwritten_is_reported, 0, 2);
	return support_run(suite);
}
