/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Processes that record: threads that start and end, their signal handlers, and
 * children that fork, exec, vfork and die. */
#include "world.h"

#include <spawn.h>
#include <sys/mman.h>

extern char **environ;

static const char *const names[TYPES] = { "soak-a", "soak-b" };
static trace_event_id_t types[TYPES];

enum { THREADS = 3, HANDLERS = 2 };
static const int signals[HANDLERS] = { SIGUSR1, SIGUSR2 };

/* The writers of a thread: its own, and one for the handler of each signal. */
struct own {
	struct writer *self, *handler[HANDLERS];
};
static __thread struct own own;

uint64_t soak_ns(void)
{
	struct timespec now;

	syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

void soak_sleep_us(uint64_t us)
{
	const uint64_t end = soak_ns() + us * 1000;
	const struct timespec t = { (time_t)(end / 1000000000),
				    (long)(end % 1000000000) };

	while (soak_ns() < end)
		clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL);
}

uint64_t soak_check_word(const struct payload *p)
{
	return (p->serial * 0x9e3779b97f4a7c15 ^ p->on ^
		((uint64_t)p->writer << 40 | (uint64_t)p->type << 56)) + world->seed;
}

/* When this returns, no thread is in the middle of an event, until
 * soak_resume(). */
void soak_pause(unsigned who)
{
	const uint64_t begin = soak_ns();

	world->pauses |= 1u << who;
	for (unsigned i = 0; i < WRITERS; i++)
		while (world->writers[i].busy) {
			CHECK(soak_ns() - begin < UINT64_C(60000000000),
			      "writer %u of process %d does not get on", i,
			      (int)world->writers[i].pid);
			soak_sleep_us(50);
		}
}

void soak_resume(unsigned who)
{
	world->pauses &= ~(1u << who);
}

struct totals soak_recorded(unsigned stream)
{
	const struct stream *s = &world->streams[stream];
	struct totals t = { 0, 0 };

	for (unsigned i = 0; i < WRITERS; i++) {
		t.certain += world->writers[i].certain[stream];
		t.maybe += world->writers[i].maybe[stream];
	}
	t.certain -= s->base_certain;
	t.maybe -= s->base_maybe;
	return t;
}

static struct writer *claim(uint32_t streams)
{
	for (unsigned i = 0; i < WRITERS; i++) {
		struct writer *w = &world->writers[i];
		uint32_t unused = 0;

		if (!atomic_compare_exchange_strong(&w->used, &unused, 1))
			continue;
		w->pid = getpid();
		w->streams = streams;
		w->doubtful = 0;
		return w;
	}
	return NULL;
}

/* If the clock goes backward, lanes of ended threads are read in any order, so
 * each thread has a writer of its own. */
static void give_back(struct writer *w)
{
	if (w && !world->falls)
		w->used = 0;
}

void soak_bury(pid_t pid)
{
	for (unsigned i = 0; i < WRITERS; i++) {
		struct writer *w = &world->writers[i];

		if (!w->used || w->pid != pid)
			continue;
		if (w->busy)
			world->in_flight++;
		w->busy = 0;
		give_back(w);
	}
}

int soak_reap(pid_t pid)
{
	siginfo_t info;
	int status;

	while (waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT) < 0)
		CHECK(errno == EINTR, "waitid: %s", strerror(errno));
	soak_bury(pid);
	while (waitpid(pid, &status, 0) < 0)
		CHECK(errno == EINTR, "waitpid: %s", strerror(errno));
	return status;
}

static uint64_t bits_of(uint32_t streams)
{
	uint64_t bits = 0;

	for (unsigned s = 0; s < world->n_streams; s++)
		for (unsigned type = 0; streams & 1u << s && type < TYPES; type++)
			bits |= soak_bit(s, type);
	return bits | bits << 32;
}

/* Record an event.  A handler cannot wait for a pause to end, so it may record
 * none. */
static void record(struct writer *w, unsigned type, size_t more, bool waits)
{
	struct payload p;

	for (;;) {
		w->busy = 1;
		if (!world->pauses)
			break;
		w->busy = 0;
		if (!waits)
			return;
		soak_sleep_us(100);
	}
	p.magic = SOAK_MAGIC;
	p.writer = (uint16_t)(w - world->writers);
	p.type = (uint16_t)type;
	p.serial = w->serial;
	p.on = world->on & bits_of(w->streams);
	if (w->doubtful)
		p.on = (p.on | p.on << 32) & ~UINT64_C(0xffffffff);
	p.check = soak_check_word(&p);
	for (size_t i = 0; i < more; i++)
		p.more[i] = (unsigned char)(p.serial + i);
	posix_trace_event(types[type], &p, SOAK_LEAST + more);
	for (unsigned s = 0; s < world->n_streams; s++) {
		if (p.on & soak_bit(s, type))
			w->certain[s]++;
		else if (p.on >> 32 & soak_bit(s, type))
			w->maybe[s]++;
	}
	w->serial++;
	w->busy = 0;
}

static void record_some(struct writer *w, uint64_t *state, unsigned n)
{
	for (; n && !world->over; n--) {
		const uint32_t r = hz_random(state);

		record(w, r % 8 == 0, r % 16 == 3 ? r / 16 % 160 : 0, true);
	}
}

static void on_signal(int number)
{
	const int err = errno;
	struct writer *w = own.handler[number == SIGUSR2];

	if (w)
		record(w, number == SIGUSR2, 8, false);
	errno = err;
}

static uint32_t inheriting(uint32_t streams)
{
	uint32_t bits = 0;

	for (unsigned s = 0; s < world->n_streams; s++)
		if (world->streams[s].target == TARGETS ||
		    world->streams[s].setup.inherited == POSIX_TRACE_INHERITED)
			bits |= 1u << s;
	return bits & streams;
}

/*
 * --writer FD WRITER STATE EVENTS PARENT: a program that a child executes.  It
 * finds the streams of its parent if that is alive until its first event.
 */
int soak_program(int argc, char **argv)
{
	struct writer *w;
	uint64_t state;

	CHECK(argc == 7, "%d arguments", argc);
	world_fd = atoi(argv[2]);
	world = mmap(NULL, sizeof(*world), PROT_READ | PROT_WRITE, MAP_SHARED,
		     world_fd, 0);
	CHECK(world != MAP_FAILED, "mmap");
	w = &world->writers[atoi(argv[3])];
	w->pid = getpid();
	state = strtoull(argv[4], NULL, 16);
	for (unsigned i = 0; i < TYPES; i++)
		types[i] = hz_type(names[i]);
	w->doubtful = 1;
	record(w, 0, 0, true);
	w->doubtful = getppid() != atoi(argv[6]);
	record_some(w, &state, (unsigned)atoi(argv[5]));
	return 0;
}

static void make_arguments(char *args[8], char text[5][24], const struct writer *w,
			   uint64_t *state, unsigned events)
{
	snprintf(text[0], 24, "%d", world_fd);
	snprintf(text[1], 24, "%d", (int)(w - world->writers));
	snprintf(text[2], 24, "%llx", (unsigned long long)hz_random(state));
	snprintf(text[3], 24, "%u", events);
	snprintf(text[4], 24, "%d", (int)getpid());
	args[0] = (char *)"soak";
	args[1] = (char *)"--writer";
	for (unsigned i = 0; i < 5; i++)
		args[2 + i] = text[i];
	args[7] = NULL;
}

/* The child of fork() does only what POSIX allows. */
__attribute__((noreturn))
static void be_child(struct writer *w, uint64_t *state, unsigned events, char **args)
{
	memset(&own, 0, sizeof(own));
	w->pid = getpid();
	record_some(w, state, events);
	/* The loader reads the processor's counter. */
	switch (world->falls ? 2 : hz_random(state) % 4) {
	case 0:
		execv(hz_program(), args);
		_exit(1);
	case 1:
		kill(getpid(), SIGKILL);
		_exit(1);
	default:
		_exit(0);
	}
}

static void make_child(uint64_t *state)
{
	struct writer *w = claim(inheriting(own.self->streams));
	const uint32_t way = world->falls ? 2 : hz_random(state) % 6;
	const unsigned events = hz_random(state) % 1500;
	char text[5][24], *args[8];
	int status;
	pid_t pid;

	if (!w)
		return;
	/* The child owns the writer until it is reaped. */
	w->pid = 0;
	make_arguments(args, text, w, state, events);
	world->forks++;
	if (way == 0) {
		OK(posix_spawn(&pid, hz_program(), NULL, NULL, args, environ));
	} else if (way == 1) {
		pid = vfork();
		if (pid == 0) {
			execv(hz_program(), args);
			_exit(1);
		}
	} else {
		pid = fork();
		if (pid == 0)
			be_child(w, state, events, args);
	}
	SYS(pid);
	status = soak_reap(pid);
	CHECK(status == 0 || (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL),
	      "child %d ended with status %#x", (int)pid, (unsigned)status);
}

struct start {
	uint32_t streams;
	uint64_t state;
};

static void *be_thread(void *arg)
{
	struct start *start = arg;
	uint64_t state = start->state;
	uint64_t left = world->falls ? UINT64_MAX : 1 + hz_random(&state) % 40000;
	const uint32_t rest = hz_random(&state) % 4;

	own.self = claim(start->streams);
	/* A handler records in the lane of its depth, so if the clock goes
	 * backward, its events come in any order. */
	for (unsigned i = 0; i < HANDLERS && own.self && !world->falls; i++)
		own.handler[i] = claim(start->streams);
	while (own.self && left && !world->over) {
		const unsigned n = 1 + hz_random(&state) % 400;

		record_some(own.self, &state, n);
		left -= n < left ? n : left;
		if (rest)
			soak_sleep_us(hz_random(&state) % (rest * 300));
		/* A child inherits streams that exist when it is forked. */
		if (world->children && world->begun && hz_random(&state) % 24 == 0)
			make_child(&state);
	}
	for (unsigned i = 0; i < HANDLERS; i++) {
		struct writer *w = own.handler[i];

		own.handler[i] = NULL;
		atomic_signal_fence(memory_order_seq_cst);
		give_back(w);
	}
	give_back(own.self);
	return NULL;
}

/* Threads that end are replaced; others are interrupted by signals. */
static void run_threads(uint32_t streams, uint64_t *state)
{
	struct start starts[THREADS] = { 0 };
	pthread_t threads[THREADS];
	const unsigned n = 1 + hz_random(state) % THREADS;
	const uint32_t pest = hz_random(state) % 3;

	for (unsigned i = 0; i < n; i++) {
		starts[i].streams = streams;
		starts[i].state = *state + i * 7919;
		threads[i] = hz_thread(be_thread, &starts[i]);
	}
	for (unsigned i = 0; !world->over; i = (i + 1) % n) {
		const uint32_t r = hz_random(state);

		if (pthread_tryjoin_np(threads[i], NULL) == 0) {
			starts[i].state = *state + r;
			threads[i] = hz_thread(be_thread, &starts[i]);
		}
		if (pest)
			pthread_kill(threads[i], signals[r % HANDLERS]);
		soak_sleep_us(pest == 1 ? 100 : 1500);
	}
	for (unsigned i = 0; i < n; i++)
		pthread_join(threads[i], NULL);
}

void soak_target(unsigned number)
{
	struct sigaction sa = { .sa_handler = on_signal, .sa_flags = SA_RESTART };
	uint64_t state = world->seed + 1000 + number;
	uint32_t streams = 0;

	for (unsigned s = 0; s < world->n_streams; s++)
		if (world->streams[s].target == (int)number ||
		    world->streams[s].target == TARGETS)
			streams |= 1u << s;
	for (unsigned i = 0; i < HANDLERS; i++)
		SYS(sigaction(signals[i], &sa, NULL));
	for (unsigned i = 0; i < TYPES; i++)
		types[i] = hz_type(names[i]);
	run_threads(streams, &state);
}
