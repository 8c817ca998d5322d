/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * kill -9 at random moments: of a target in the middle of a record, of a
 * controller in the middle of a flush, of both, and of a process that recovers
 * their log.  Every committed event must be read afterwards, once, complete and
 * in order; the others must be counted as lost.
 *
 * $PXT_DEATHS is the number of kills of a case; `meson test --benchmark` kills
 * some thousand times.
 */
#include "processes.h"

#include <sys/time.h>

enum { THREADS = 2, KINDS = 2 };	/* kinds: a thread, and its signal handler */

struct shared {
	_Atomic uint64_t done[THREADS][KINDS];
	_Atomic uint32_t ready, go, over;
	bool ends;			/* the log is UNTIL_FULL; when full, the stream stops */
};

struct payload {
	uint32_t thread, kind;
	uint64_t serial, check;
	unsigned char more[40];
};

static struct shared *shared;
static trace_event_id_t type;
static __thread uint32_t self;
static uint64_t next[THREADS][KINDS];

static uint64_t check_of(const struct payload *p)
{
	return (p->serial * 0x9e3779b97f4a7c15 ^ p->kind << 8 ^ p->thread) | 1;
}

static unsigned deaths(unsigned usual)
{
	const char *asked = getenv("PXT_DEATHS");

	return asked ? (unsigned)atoi(asked) : usual / HZ_SLOW + 1;
}

static void share(void)
{
	shared = hz_share(sizeof(*shared));
}

/* The target. */

static void record(uint32_t kind)
{
	struct payload p = {
		.thread = self,
		.kind = kind,
		.serial = next[self][kind]++,
	};

	p.check = check_of(&p);
	memset(p.more, (int)p.serial, sizeof(p.more));
	/* With different lengths. */
	posix_trace_event(type, &p, sizeof(p) - p.serial % 5 * 8);
	/* On a busy machine the target may run long enough to notice that its
	 * controller is dead; then it records no more. */
	if (shared->ends ? posixtrace_is_recorded(type) :
	    posixtrace_is_traced())
		shared->done[self][kind] = p.serial + 1;
}

static void on_alarm(int signo)
{
	(void)signo;
	record(1);
}

static void *trace_on(void *arg)
{
	self = *(uint32_t *)arg;
	while (!shared->over) {
		record(0);
		if (next[self][0] % 64 == 0)
			usleep(50);
	}
	return NULL;
}

__attribute__((noreturn))
static void be_target(void)
{
	static uint32_t number[THREADS] = { 0, 1 };
	const struct itimerval often = { { 0, 300 }, { 0, 300 } };
	pthread_t other;
	sigset_t alarm;

	type = hz_type("death");
	shared->ready++;
	while (!shared->go)
		usleep(100);
	/* While one thread attaches the stream, events of others are lost. */
	posix_trace_event(POSIX_TRACE_UNNAMED_USEREVENT, NULL, 0);
	shared->ready++;
	/* The first thread handles the signal. */
	sigemptyset(&alarm);
	sigaddset(&alarm, SIGALRM);
	pthread_sigmask(SIG_BLOCK, &alarm, NULL);
	other = hz_thread(trace_on, &number[1]);
	pthread_sigmask(SIG_UNBLOCK, &alarm, NULL);
	signal(SIGALRM, on_alarm);
	setitimer(ITIMER_REAL, &often, NULL);
	trace_on(&number[0]);
	pthread_join(other, NULL);
	_exit(0);
}

/* The controller. */

__attribute__((noreturn))
static void be_controller(const struct hz_setup *setup)
{
	trace_id_t trid = hz_create(setup);

	shared->ready++;
	while (!shared->over) {
		if (setup->policy != POSIX_TRACE_FLUSH) {
			OK(posix_trace_flush(trid));
			continue;
		}
		usleep(200);
		if (shared->done[0][0] % 3 == 0)
			OK(posix_trace_flush(trid));
	}
	OK(posix_trace_shutdown(trid));
	_exit(0);
}

/* The reader. */

struct tally {
	uint64_t next[THREADS][KINDS];	/* the next serial */
	uint64_t gaps[THREADS][KINDS];	/* number of gaps at its last event */
	uint64_t n_gaps;
	uint64_t lost;			/* as reported by gaps */
	uint64_t events;
	bool ends;			/* as in `shared` */
};

static void see(struct tally *t, trace_id_t trid, const struct hz_event *e)
{
	struct posixtrace_loss loss;
	struct payload p = {0};
	uint64_t *serial;

	if (e->info.posix_event_id == POSIX_TRACE_OVERFLOW ||
	    e->info.posix_event_id == POSIX_TRACE_START) {
		t->n_gaps++;
		if (posixtrace_get_loss(trid, &loss) == 0)
			t->lost += loss.events;
	}
	if (e->info.posix_event_id <= POSIX_TRACE_UNNAMED_USEREVENT)
		return;
	memcpy(&p, &e->data, e->len < sizeof(p) ? e->len : sizeof(p));
	CHECK(p.thread < THREADS && p.kind < KINDS && p.check == check_of(&p) &&
	      e->len == sizeof(p) - p.serial % 5 * 8, "a torn event");
	for (size_t i = offsetof(struct payload, more); i < e->len; i++)
		CHECK(e->data.bytes[i] == (unsigned char)p.serial,
		      "byte %zu is torn", i);
	serial = &t->next[p.thread][p.kind];
	CHECK(p.serial >= *serial, "thread %u kind %u: %llu again", p.thread,
	      p.kind, (unsigned long long)p.serial);
	/* The last chunks of a log that was full have holes. */
	CHECK(p.serial == *serial || t->ends ||
	      t->gaps[p.thread][p.kind] != t->n_gaps,
	      "thread %u kind %u: %llu after %llu and no gap", p.thread, p.kind,
	      (unsigned long long)p.serial, (unsigned long long)*serial);
	*serial = p.serial + 1;
	t->gaps[p.thread][p.kind] = t->n_gaps;
	t->events++;
}

/* Read a log.  `done` events have been recorded. */
static struct tally read_log(int fd, uint64_t done)
{
	struct posixtrace_usage usage;
	struct tally t = { .n_gaps = 1, .ends = shared->ends };
	struct hz_event e;
	trace_id_t trid;
	uint64_t lost;

	OK(posix_trace_open(fd, &trid));
	while (hz_get(trid, &e))
		see(&t, trid, &e);
	OK(posixtrace_get_usage(trid, &usage));
	/* The gaps of LOOP may omit more than was overwritten, but losses at
	 * the end are in no gap. */
	if (usage.log_lost)
		lost = usage.lost + (usage.log_lost > t.lost ?
				     usage.log_lost : t.lost);
	else
		lost = usage.lost > t.lost ? usage.lost : t.lost;
	CHECK(t.events + lost >= done,
	      "%llu events, %llu and %llu and in gaps %llu lost, of %llu",
	      (unsigned long long)t.events, (unsigned long long)usage.lost,
	      (unsigned long long)usage.log_lost, (unsigned long long)t.lost,
	      (unsigned long long)done);
	OK(posix_trace_close(trid));
	return t;
}

static uint64_t all_done(void)
{
	uint64_t n = 0;

	for (unsigned i = 0; i < THREADS; i++)
		for (unsigned k = 0; k < KINDS; k++)
			n += shared->done[i][k];
	return n;
}

/* Is the newest event of each thread and kind the same?  If `fewer`, of at
 * least one, because a log that wraps has no room for more; of none if the log
 * is full. */
static bool has_newest(const struct tally *a, const struct tally *b, bool fewer)
{
	unsigned same = 0;

	for (unsigned i = 0; i < THREADS * KINDS; i++) {
		uint64_t before = a->next[i / KINDS][i % KINDS];
		uint64_t after = b->next[i / KINDS][i % KINDS];

		if (after > before)
			return false;
		same += after == before;
	}
	return a->ends || same == THREADS * KINDS || (fewer && same > 0);
}

/* `fewer`: the log has a limit, so not all events have to be in it. */
static void check_same(const struct tally *a, const struct tally *b, bool fewer)
{
	CHECK(a->events == b->events || (fewer && a->events > b->events),
	      "%llu events, then %llu", (unsigned long long)a->events,
	      (unsigned long long)b->events);
	CHECK(has_newest(a, b, fewer), "the newest events differ");
}

/* Recover completely, after a few recoveries that were killed. */
static void recover(const struct hz_setup *setup, const struct tally *before,
		    uint64_t *state, unsigned kills)
{
	bool fewer = setup->log_policy != POSIX_TRACE_APPEND;
	int fd = setup->fd;
	struct posixtrace_recovery done;
	struct tally after;
	int err;

	for (unsigned i = 0; i < kills; i++) {
		pid_t pid = hz_fork();

		if (pid == 0) {
			posixtrace_recover(fd, &done);
			_exit(0);
		}
		usleep(hz_random(state) % 1500);
		hz_kill(pid);
		after = read_log(fd, before->events);
		check_same(before, &after, fewer);
	}
	err = posixtrace_recover(fd, &done);
	CHECK(err == 0, "recovering: %s", strerror(err));
	after = read_log(fd, before->events);
	check_same(before, &after, fewer);
	OK(posixtrace_recover(fd, &done));
	CHECK(done.was_complete, "not complete after recovering");
}

enum victim { TARGET = 1, CONTROLLER = 2, BOTH = 3 };

static const struct hz_setup kinds[] = {
	{ .policy = POSIX_TRACE_FLUSH, .log_policy = POSIX_TRACE_APPEND,
	  .size = 1 << 20 },
	{ .policy = POSIX_TRACE_LOOP, .log_policy = POSIX_TRACE_APPEND,
	  .size = 1 << 20 },
	{ .policy = POSIX_TRACE_FLUSH, .log_policy = POSIX_TRACE_LOOP,
	  .size = 65536, .log_size = 256 << 10 },
	{ .policy = POSIX_TRACE_UNTIL_FULL, .log_policy = POSIX_TRACE_APPEND,
	  .size = 1 << 20 },
	{ .policy = POSIX_TRACE_LOOP, .log_policy = POSIX_TRACE_APPEND,
	  .size = 8192 },
	{ .policy = POSIX_TRACE_FLUSH, .log_policy = POSIX_TRACE_APPEND,
	  .size = 65536, .compression = 1 },
	{ .policy = POSIX_TRACE_FLUSH, .log_policy = POSIX_TRACE_LOOP,
	  .size = 65536, .log_size = 64 << 10, .compression = 1 },
	/* Streams that are written many times into a log that wraps. */
	{ .policy = POSIX_TRACE_FLUSH, .log_policy = POSIX_TRACE_LOOP,
	  .size = 16384, .log_size = 64 << 10 },
	/* Logs that become full at about the time of the kill. */
	{ .policy = POSIX_TRACE_FLUSH, .log_policy = POSIX_TRACE_UNTIL_FULL,
	  .size = 1 << 20, .log_size = 128 << 10 },
	{ .policy = POSIX_TRACE_FLUSH, .log_policy = POSIX_TRACE_UNTIL_FULL,
	  .size = 65536, .log_size = 256 << 10 },
};

/*
 * The number of events that were recorded while the controller was alive.  A
 * writer that finds it dead, up to half a second later, has one event in hand
 * that is neither recorded nor counted as lost.
 */
static uint64_t all_due(uint64_t killed_ns)
{
	uint64_t n = all_done();
	bool late = killed_ns && hz_ns() - killed_ns > 300000000;

	return late && n > THREADS * KINDS ? n - THREADS * KINDS : n;
}

static void kill_once(enum victim victim, unsigned round, uint64_t *state,
		      unsigned recovery_kills)
{
	struct hz_setup setup = kinds[round % (sizeof(kinds) / sizeof(*kinds))];
	pid_t target, controller;
	struct tally t;
	uint64_t done, killed_ns = 0;

	memset(shared, 0, sizeof(*shared));
	shared->ends = setup.log_policy == POSIX_TRACE_UNTIL_FULL;
	setup.fd = hz_file();
	target = hz_fork();
	if (target == 0)
		be_target();
	setup.pid = target;
	controller = hz_fork();
	if (controller == 0)
		be_controller(&setup);
	while (shared->ready < 2)
		usleep(100);
	shared->go = 1;
	while (shared->ready < 3)
		usleep(100);
	usleep(1000 + hz_random(state) % 8000);
	if (victim & CONTROLLER) {
		if (victim & TARGET && hz_random(state) % 2)
			hz_kill(target), target = 0;
		killed_ns = hz_ns();
		hz_kill(controller);
		if (victim & TARGET && target)
			hz_kill(target), target = 0;
	} else {
		hz_kill(target), target = 0;
		shared->over = 1;
		hz_join(controller);
	}
	done = all_due(killed_ns);
	t = read_log(setup.fd, done);
	/* The other process continues. */
	if (target) {
		shared->over = 1;
		hz_join(target);
	}
	if (victim & CONTROLLER)
		recover(&setup, &t, state, recovery_kills);
	close(setup.fd);
}

static void kill_often(enum victim victim, unsigned usual, unsigned recoveries)
{
	unsigned n = deaths(usual);
	uint64_t state = victim;

#if defined(__SANITIZE_THREAD__)
	/* The chunks that the target uses again come from the controller, which
	 * is another process. */
	SKIP("the thread sanitizer sees one process");
#endif
	share();
	for (unsigned i = 0; i < n; i++)
		kill_once(victim, i, &state, recoveries);
}

static void target_killed(void)
{
	kill_often(TARGET, 60, 0);
}

static void controller_killed(void)
{
	kill_often(CONTROLLER, 60, 0);
}

static void both_killed(void)
{
	kill_often(BOTH, 60, 0);
}

static void recoverer_killed(void)
{
	kill_often(BOTH, 20, 4);
}

static bool can_compress(void)
{
	trace_attr_t attr;
	int err;

	OK(posix_trace_attr_init(&attr));
	err = posixtrace_attr_setcompression(&attr, 1);
	OK(posix_trace_attr_destroy(&attr));
	return err == 0;
}

/* Chunks that compress well: a block has a tenth of their size, also if it was
 * written by a recovery. */
static void compressed_log(void)
{
	enum { EVENTS = 2000 };
	struct hz_setup setup = { .log_policy = POSIX_TRACE_APPEND,
				  .size = 1 << 20, .compression = 1,
				  .fd = hz_file() };
	struct posixtrace_recovery done;
	unsigned events = 0;
	struct hz_event e;
	struct stat st;
	trace_id_t trid;
	pid_t pid = hz_fork();

	if (pid == 0) {
		static const char data[200] = "the same again and again";

		trid = hz_create(&setup);
		type = hz_type("large");
		for (unsigned i = 0; i < EVENTS; i++) {
			posix_trace_event(type, data, sizeof(data));
			if (i % 150 == 149 && i < EVENTS / 2)
				OK(posix_trace_flush(trid));
		}
		raise(SIGKILL);
	}
	while (waitpid(pid, NULL, 0) < 0)
		;
	OK(posixtrace_recover(setup.fd, &done));
	CHECK(!done.was_complete && done.lost == 0, "%llu lost",
	      (unsigned long long)done.lost);
	OK(posix_trace_open(setup.fd, &trid));
	while (hz_get(trid, &e))
		events += hz_is_user(&e);
	OK(posix_trace_close(trid));
	CHECK(events == EVENTS, "%u events", events);
	SYS(fstat(setup.fd, &st));
	/* An empty log has 720 KB, most of them room for names. */
	CHECK(!can_compress() || st.st_size < 800000, "%lld bytes",
	      (long long)st.st_size);
	close(setup.fd);
}

/* A log that was cut anywhere can be opened if its head is complete, and is
 * read up to the last complete block. */
static void cut_log(void)
{
	struct hz_setup setup = { .log_policy = POSIX_TRACE_APPEND,
				  .size = 1 << 20, .fd = hz_file() };
	uint64_t last = UINT64_MAX;
	struct hz_event e;
	trace_id_t trid;
	off_t end, step;

	share();
	type = hz_type("death");
	trid = hz_create(&setup);
	for (unsigned i = 0; i < 3000; i++)
		record(0);
	OK(posix_trace_shutdown(trid));
	end = lseek(setup.fd, 0, SEEK_END);
	step = 61 * HZ_SLOW;
	for (off_t at = end; at > 0; at -= at > 200704 ? step : 40 * step) {
		struct tally t = { .n_gaps = 1 };
		int err;

		SYS(ftruncate(setup.fd, at));
		err = posix_trace_open(setup.fd, &trid);
		CHECK(err == 0 || (err == EINVAL && at < 49152),
		      "cut at %lld: %s", (long long)at, strerror(err));
		if (err)
			continue;
		while (hz_get(trid, &e))
			see(&t, trid, &e);
		OK(posix_trace_close(trid));
		CHECK(t.events <= last, "a shorter log has more events");
		CHECK(at < end || t.events == 3000, "not all");
		last = t.events;
	}
	CHECK(last == 0, "%llu events in no block", (unsigned long long)last);
}

static void control_and_die(int fd)
{
	pid_t pid = hz_fork();

	if (pid == 0) {
		hz_create(&(struct hz_setup){
			.fd = fd, .log_policy = POSIX_TRACE_APPEND });
		posix_trace_event(hz_type("left"), "over", 4);
		raise(SIGKILL);
	}
	while (waitpid(pid, NULL, 0) < 0)
		;
}

/* The contents of a file become those of another one, which has its own. */
static int copied(int from)
{
	char buf[4096];
	int to = hz_file();
	off_t at = 0;
	ssize_t n;

	while ((n = pread(from, buf, sizeof(buf), at)) > 0) {
		CHECK(pwrite(to, buf, (size_t)n, at) == n, "pwrite");
		at += n;
	}
	SYS(n);
	return to;
}

/*
 * A log was moved to another file system, and the inode number of its former file
 * is that of another file in its directory now: it is no copy, and nothing stays.
 * Here that file is the former one with new contents and another name.
 */
static void moved_log(void)
{
	static const char *const contents[] = { "no log", "a log of another stream" };

	for (unsigned i = 0; i < 2; i++) {
		char dir[] = "/tmp/posixtrace-hazard-XXXXXX";
		char name[sizeof(dir) + 8], other[sizeof(dir) + 8];
		struct posixtrace_recovery done;
		int fd, moved;

		CHECK(mkdtemp(dir), "mkdtemp: %s", strerror(errno));
		snprintf(name, sizeof(name), "%s/log", dir);
		snprintf(other, sizeof(other), "%s/other", dir);
		fd = open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
		SYS(fd);
		control_and_die(fd);
		moved = copied(fd);
		SYS(rename(name, other));
		SYS(ftruncate(fd, 0));
		if (i == 0)
			CHECK(write(fd, contents[i], 6) == 6, "write");
		else
			OK(posix_trace_shutdown(hz_create(&(struct hz_setup){
				.fd = fd, .log_policy = POSIX_TRACE_APPEND })));
		OK(posixtrace_recover(moved, &done));
		CHECK(!done.is_copy, "%s counts as the log", contents[i]);
		/* START, and the event. */
		CHECK(done.events == 2, "%llu events",
		      (unsigned long long)done.events);
		CHECK(posixtrace_leftovers(NULL, 0) == 0, "the memory stays");
		close(moved);
		close(fd);
		SYS(unlink(other));
		SYS(rmdir(dir));
	}
}

static const struct hz_case cases[] = {
	{ .name = "target-killed", .run = target_killed, .kills = true,
	  .seconds = 600 },
	{ .name = "controller-killed", .run = controller_killed,
	  .kills = true, .seconds = 600 },
	{ .name = "both-killed", .run = both_killed, .kills = true,
	  .seconds = 600 },
	{ .name = "recoverer-killed", .run = recoverer_killed, .kills = true,
	  .seconds = 600 },
	{ .name = "compressed-log", .run = compressed_log, .kills = true },
	{ .name = "cut-log", .run = cut_log },
	{ .name = "moved-log", .run = moved_log, .kills = true },
};

HZ_MAIN(cases)
