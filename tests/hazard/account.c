/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The log of a LOOP stream whose controller was killed accounts for all events:
 * the events in it plus the events that it reports as lost are exactly those
 * recorded, with two exceptions: a writer that was killed while it overwrote a
 * chunk, and one that was descheduled after it had counted a chunk that another
 * writer then took.  If the controller reported that count, and nothing is lost
 * later, the log says that more was lost (ring/chunk.c).  That is rare.
 */
#include "step.h"

#include "process/self.h"
#include "ring/collect.h"
#include "ring/lane.h"

enum { THREADS = 3 };

struct shared {
	_Atomic uint64_t issued[THREADS];
	_Atomic uint32_t ready, go, over, stopped;
};

static struct shared *shared;

static const struct hz_setup setups[] = {
	{ .policy = POSIX_TRACE_LOOP, .log_policy = POSIX_TRACE_APPEND,
	  .size = 1 << 20, .suspended = true },
	{ .policy = POSIX_TRACE_LOOP, .log_policy = POSIX_TRACE_APPEND,
	  .size = 65536, .suspended = true },
};

/* The maximum number of events in a chunk of these streams. */
enum { MOST_IN_CHUNK = (64 << 10) / 32 };

static void *trace_on(void *arg)
{
	uint32_t n = *(uint32_t *)arg;

	while (!shared->over) {
		uint64_t serial[2] = { n, shared->issued[n] };

		posix_trace_event(type, serial, sizeof(serial));
		shared->issued[n] = serial[1] + 1;
	}
	return NULL;
}

__attribute__((noreturn))
static void be_target(void)
{
	static uint32_t number[THREADS] = { 0, 1, 2 };
	pthread_t thread[THREADS];

	type = hz_type("account");
	shared->ready++;
	while (!shared->go)
		usleep(100);
	for (unsigned i = 0; i < THREADS; i++)
		thread[i] = hz_thread(trace_on, &number[i]);
	for (unsigned i = 0; i < THREADS; i++)
		pthread_join(thread[i], NULL);
	shared->stopped = 1;
	for (;;)
		pause();
}

/* Filter system events except gaps, so that only events of the target are
 * counted. */
static trace_id_t create(const struct hz_setup *setup)
{
	trace_id_t trid = hz_create(setup);
	trace_event_set_t set;

	OK(posix_trace_eventset_fill(&set, POSIX_TRACE_SYSTEM_EVENTS));
	OK(posix_trace_eventset_del(POSIX_TRACE_OVERFLOW, &set));
	OK(posix_trace_eventset_del(POSIX_TRACE_RESUME, &set));
	OK(posix_trace_set_filter(trid, &set, POSIX_TRACE_SET_EVENTSET));
	OK(posix_trace_start(trid));
	return trid;
}

/* What the controller does while the target records, and afterwards. */
enum job { FLUSHES, SHUTS_DOWN };

__attribute__((noreturn))
static void be_controller(const struct hz_setup *setup, enum job job)
{
	trace_id_t trid = create(setup);

	shared->ready++;
	while (job == FLUSHES)
		OK(posix_trace_flush(trid));
	while (!shared->stopped)
		;
	OK(posix_trace_shutdown(trid));
	_exit(0);
}

struct content {
	uint64_t events, gaps, lost;
};

static struct content read_log(int fd)
{
	struct posixtrace_usage usage;
	struct posixtrace_loss loss;
	struct content c = {0};
	struct hz_event e;
	trace_id_t trid;

	OK(posix_trace_open(fd, &trid));
	while (hz_get(trid, &e)) {
		c.events += hz_is_user(&e);
		if (e.info.posix_event_id == POSIX_TRACE_OVERFLOW &&
		    posixtrace_get_loss(trid, &loss) == 0)
			c.gaps += loss.events;
	}
	OK(posixtrace_get_usage(trid, &usage));
	OK(posix_trace_close(trid));
	c.lost = usage.lost;
	return c;
}

/* False: what a descheduled writer wanted was counted, too. */
static bool check_log(int fd, uint64_t at_least, uint64_t at_most)
{
	const uint64_t wanted = (THREADS - 1) * MOST_IN_CHUNK;
	struct content c = read_log(fd);
	uint64_t sum = c.events + c.lost;

	CHECK(sum >= at_least && sum <= at_most + wanted && c.gaps == c.lost,
	      "%llu to %llu recorded, %llu read, %llu lost, %llu in gaps",
	      (unsigned long long)at_least, (unsigned long long)at_most,
	      (unsigned long long)c.events, (unsigned long long)c.lost,
	      (unsigned long long)c.gaps);
	return sum <= at_most;
}

static uint64_t count_issued(void)
{
	uint64_t n = 0;

	for (unsigned i = 0; i < THREADS; i++)
		n += shared->issued[i];
	return n;
}

enum end { STOPS_FIRST, STOPS_LATER, IS_KILLED };

/* Returns how many events were issued before the controller was killed. */
static uint64_t end_both(pid_t target, pid_t controller, enum end end,
			 uint64_t *state)
{
	uint64_t issued;

	if (end == IS_KILLED) {
		hz_kill(target);
		shared->stopped = 1;
	} else if (end == STOPS_FIRST) {
		shared->over = 1;
		while (!shared->stopped)
			;
	}
	usleep(hz_random(state) % 800);
	issued = count_issued();
	hz_kill(controller);
	if (end == STOPS_LATER)
		usleep(hz_random(state) % 3000);
	shared->over = 1;
	while (!shared->stopped)
		usleep(100);
	if (end != IS_KILLED)
		hz_kill(target);
	return issued;
}

/* A traced process looks for its controllers half a second after it has attached
 * a stream, and again after as long (process/self.c), with some room. */
enum { LOOKS_AFTER_MS = 400 };

/* False: the log is not exact. */
static bool kill_once(unsigned round, enum job job, enum end end,
		      uint64_t *state)
{
	bool exact;

	struct hz_setup setup = setups[round % 2];
	struct posixtrace_recovery done;
	pid_t target, controller;
	uint64_t begin, at_least, at_most;

	memset(shared, 0, sizeof(*shared));
	setup.fd = hz_file();
	target = hz_fork();
	if (target == 0)
		be_target();
	setup.pid = target;
	begin = hz_ns();
	controller = hz_fork();
	if (controller == 0)
		be_controller(&setup, job);
	while (shared->ready < 2)
		usleep(100);
	shared->go = 1;
	for (unsigned i = 0; i < THREADS; i++)
		while (shared->issued[i] < 1000)
			usleep(100);
	usleep(3000 + hz_random(state) % 20000);
	at_least = end_both(target, controller, end, state);
	at_most = count_issued();
	/* The target stops before it notices that the controller is dead, unless
	 * the machine is busy: then what comes later is not traced. */
	if (hz_ns() - begin < LOOKS_AFTER_MS * UINT64_C(1000000))
		at_least = at_most;
	/* Events of writers that were killed may be counted in addition. */
	if (end == IS_KILLED)
		at_most += THREADS * (MOST_IN_CHUNK + 1);
	exact = check_log(setup.fd, at_least, at_most);
	OK(posixtrace_recover(setup.fd, &done));
	CHECK(check_log(setup.fd, at_least, at_most) == exact,
	      "the recovery counts otherwise");
	close(setup.fd);
	return exact;
}

static void kill_often(enum job job, enum end end)
{
	const char *asked = getenv("PXT_DEATHS");
	unsigned n = asked ? (unsigned)atoi(asked) : 60 / HZ_SLOW + 1;
	uint64_t state = job + 2 * end;
	unsigned inexact = 0;

#if defined(__SANITIZE_THREAD__)
	SKIP("the thread sanitizer sees one process");
#endif
	shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE,
		      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	CHECK(shared != MAP_FAILED, "mmap");
	for (unsigned i = 0; i < n; i++)
		inexact += !kill_once(i, job, end, &state);
	/* A fault of the account is in each log, or in many. */
	CHECK(inexact <= 1 + n / 30, "%u of %u logs are not exact", inexact, n);
}

static void killed_in_a_flush(void)
{
	kill_often(FLUSHES, STOPS_FIRST);
}

static void killed_in_its_shutdown(void)
{
	kill_often(SHUTS_DOWN, STOPS_FIRST);
}

static void killed_before_the_writers_stop(void)
{
	kill_often(FLUSHES, STOPS_LATER);
}

static void both_killed(void)
{
	kill_often(SHUTS_DOWN, IS_KILLED);
}

#if defined(__x86_64__)

static const struct pxt_view *view;
static struct pxt_piece piece;
static uint64_t overwritten;		/* pxt_collect_overwritten() before */
static uint64_t *stuck;			/* by lane, as in pxt_collect_settle_orphaned() */

enum { OMITTED = 3, LOST = 5 };

static void begin_to_trace(void)
{
	uint64_t attached;

	type = hz_type("account");
	record(0);
	attached = pxt_load_relaxed(&pxt_self->attached);
	view = &pxt_attached[__builtin_ctzll(attached)].view;
}

static void omit(void)
{
	pxt_collect_omit(view, &piece, 8, OMITTED, 1, 1);
}

/* The state that a recovery finds if the controller dies at this
 * instruction. */
static void check_omitted(void)
{
	uint64_t state = pxt_load_relaxed(&view->states[piece.chunk]);
	uint64_t n = pxt_state_read(state) ? OMITTED : 0;

	memset(stuck, 0, view->n_lanes * sizeof(*stuck));
	pxt_collect_settle_orphaned(view, stuck);
	CHECK(pxt_collect_overwritten(view) == overwritten + n,
	      "%llu, before %llu, and they are%s read",
	      (unsigned long long)pxt_collect_overwritten(view),
	      (unsigned long long)overwritten, n ? "" : " not");
}

/* One instruction both marks the events of a chunk as read and counts them as
 * lost. */
static void omitted_in_one_step(void)
{
	static struct way way;
	trace_id_t trid = roomy();

	begin_to_trace();
	CHECK(pxt_collect_open(view, 1, &piece), "no chunk");
	stuck = calloc(view->n_lanes, sizeof(*stuck));
	CHECK(stuck, "no memory");
	CHECK(pxt_piece_acquire(view, &piece), "not acquired");
	catch_steps(0);
	act = check_omitted;
	for (way_begin_plain(&way, 0); way_next(&way, 1);) {
		pxt_store_relaxed(&view->states[piece.chunk],
				  pxt_state(piece.lease, 0) | PXT_CHUNK_PINNED);
		overwritten = pxt_collect_overwritten(view);
		step_through(&way, omit, 0);
		check_omitted();
	}
	OK(posix_trace_shutdown(trid));
}

static trace_id_t stream;

static void start(void)
{
	posix_trace_start(stream);
}

static struct way *way;			/* shared with the child, so it outlives it */

static void die(void)
{
	way->place = places[0];
	way->missed = false;
	way->misses = way->ends = 0;
	kill(getpid(), SIGKILL);
}

/* The status in the log counts the losses, but no gap in the log reports
 * them. */
__attribute__((noreturn))
static void be_killed_in_start(const struct hz_setup *setup)
{
	stream = hz_create(setup);
	begin_to_trace();
	OK(posix_trace_stop(stream));
	for (unsigned i = 0; i < LOST; i++)
		pxt_segment_drop(view->segment, pxt_segment_ticks(view));
	OK(posix_trace_flush(stream));
	catch_steps(0);
	act = die;
	step_through(way, start, 0);
	_exit(0);
}

static void check_gap(int fd, unsigned place)
{
	struct content c = read_log(fd);

	CHECK(c.events == 1 && c.gaps == LOST && c.lost == LOST,
	      "place %u: %llu read, %llu in gaps, %llu lost", place,
	      (unsigned long long)c.events, (unsigned long long)c.gaps,
	      (unsigned long long)c.lost);
}

/* True: the controller was killed at this place. */
static bool kill_in_start(int policy)
{
	struct hz_setup setup = { .policy = policy, .size = 65536,
				  .log_policy = POSIX_TRACE_APPEND,
				  .fd = hz_file() };
	struct posixtrace_recovery done;
	int status;
	pid_t pid = hz_fork();

	if (pid == 0)
		be_killed_in_start(&setup);
	SYS(waitpid(pid, &status, 0));
	check_gap(setup.fd, way->place);
	OK(posixtrace_recover(setup.fd, &done));
	check_gap(setup.fd, way->place);
	close(setup.fd);
	return WIFSIGNALED(status);
}

/* One instruction both records a gap and notes it as reported. */
static void gap_recorded_in_one_step(void)
{
	const int policies[] = { POSIX_TRACE_FLUSH, POSIX_TRACE_LOOP };
	unsigned offset, stride = way_stride(8, 1, &offset), kills = 0;

	if (HZ_SLOW > 1)
		SKIP("a sanitizer handles signals later");
	way = mmap(NULL, sizeof(*way), PROT_READ | PROT_WRITE,
		   MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	CHECK(way != MAP_FAILED, "mmap");
	for (unsigned i = 0; i < 2; i++) {
		way_begin(way, false);
		way->place = offset;
		while (way_next(way, stride))
			kills += kill_in_start(policies[i]);
	}
	printf("killed at %u of %u places\n", kills, way->place);
	CHECK(kills > 20, "too few");
}

#else

static void omitted_in_one_step(void)
{
	nothing();
}

static void gap_recorded_in_one_step(void)
{
	nothing();
}

#endif

static const struct hz_case cases[] = {
	{ .name = "killed-in-a-flush", .run = killed_in_a_flush,
	  .kills = true },
	{ .name = "killed-in-its-shutdown", .run = killed_in_its_shutdown,
	  .kills = true },
	{ .name = "killed-before-the-writers-stop",
	  .run = killed_before_the_writers_stop, .kills = true },
	{ .name = "both-killed", .run = both_killed, .kills = true },
	{ .name = "omitted-in-one-step", .run = omitted_in_one_step },
	{ .name = "gap-recorded-in-one-step", .run = gap_recorded_in_one_step,
	  .kills = true },
};

HZ_MAIN(cases)
