/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * ORD-1, INV-5: events that are ordered by any synchronisation between threads
 * or processes come out in that order.  Two parties pass a number to each
 * other, and each records it; in the trace it must count up.
 */
#include "hazard.h"

#include <semaphore.h>
#include <sys/mman.h>

/* In shared memory: the means by which the number is passed. */
struct relay {
	_Alignas(64) _Atomic uint64_t number;
	_Alignas(64) pthread_mutex_t mutex;
	pthread_cond_t cond;
	uint64_t guarded;
	sem_t sem[2];
	int pipe[2][2];
	_Alignas(64) _Atomic bool over;
	_Atomic uint64_t hand_overs;	/* fewer for slow means */
};

typedef void pass_on(struct relay *relay, unsigned party, uint64_t number);
/* Returns when it is the turn of `number`. */
typedef void wait_for(struct relay *relay, unsigned party, uint64_t number);

struct way {
	pass_on *pass_on;
	wait_for *wait_for;
	uint64_t hand_overs;
};

static struct relay *relay;
static const struct way *way;
static size_t data_size;		/* data of an event: the number, and padding */
static bool keep_close;			/* passed to the reader */
static trace_event_id_t type;
static _Atomic uint64_t expected;	/* set by the reader */
static uint64_t wrong;

static void flag_pass_on(struct relay *r, unsigned party, uint64_t number)
{
	(void)party;
	atomic_store_explicit(&r->number, number, memory_order_release);
}

static void flag_wait_for(struct relay *r, unsigned party, uint64_t number)
{
	(void)party;
	for (unsigned i = 0; atomic_load_explicit(&r->number,
				memory_order_acquire) != number; i++)
		if (i % 4096 == 4095)
			sched_yield();
}

static void mutex_pass_on(struct relay *r, unsigned party, uint64_t number)
{
	(void)party;
	r->guarded = number;
	pthread_mutex_unlock(&r->mutex);
}

static void mutex_wait_for(struct relay *r, unsigned party, uint64_t number)
{
	(void)party;
	for (unsigned i = 0;; i++) {
		pthread_mutex_lock(&r->mutex);
		if (r->guarded == number)
			return;
		pthread_mutex_unlock(&r->mutex);
		if (i % 2)
			sched_yield();
	}
}

static void cond_pass_on(struct relay *r, unsigned party, uint64_t number)
{
	(void)party;
	pthread_mutex_lock(&r->mutex);
	r->guarded = number;
	pthread_cond_signal(&r->cond);
	pthread_mutex_unlock(&r->mutex);
}

static void cond_wait_for(struct relay *r, unsigned party, uint64_t number)
{
	(void)party;
	pthread_mutex_lock(&r->mutex);
	while (r->guarded != number)
		pthread_cond_wait(&r->cond, &r->mutex);
	pthread_mutex_unlock(&r->mutex);
}

static void sem_pass_on(struct relay *r, unsigned party, uint64_t number)
{
	(void)number;
	sem_post(&r->sem[!party]);
}

static void sem_wait_for(struct relay *r, unsigned party, uint64_t number)
{
	if (number > 1)
		while (sem_wait(&r->sem[party]) != 0)
			;
}

static void pipe_pass_on(struct relay *r, unsigned party, uint64_t number)
{
	CHECK(write(r->pipe[!party][1], &number, sizeof(number)) ==
	      sizeof(number), "%s", strerror(errno));
}

static void pipe_wait_for(struct relay *r, unsigned party, uint64_t number)
{
	uint64_t got = 1;

	if (number > 1)
		CHECK(read(r->pipe[party][0], &got, sizeof(got)) ==
		      sizeof(got), "%s", strerror(errno));
	CHECK(got == number, "not the number expected");
}

/* On a busy machine, each hand-over by spinning takes a time slice. */
#define ENOUGH_NS	UINT64_C(8000000000)

/* Party 0 records the odd numbers, party 1 the even ones. */
static void take_part(unsigned party)
{
	uint64_t words[128] = {0}, end = hz_ns() + ENOUGH_NS;

	for (uint64_t n = 1 + party; n <= relay->hand_overs; n += 2) {
		way->wait_for(relay, party, n);
		/* The other party waits for n + 1, and so learns of n. */
		if (party == 0 && n % 64 == 1 && hz_ns() > end)
			relay->hand_overs = n + 1;
		while (keep_close && n > expected + 60)
			sched_yield();
		words[0] = n;
		posix_trace_event(type, words, data_size);
		way->pass_on(relay, party, n + 1);
	}
}

static void *other_party(void *arg)
{
	take_part(1);
	return arg;
}

static void make_relay(void)
{
	pthread_mutexattr_t mutex;
	pthread_condattr_t cond;

	relay = mmap(NULL, sizeof(*relay), PROT_READ | PROT_WRITE,
		     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	CHECK(relay != MAP_FAILED, "mmap");
	pthread_mutexattr_init(&mutex);
	pthread_mutexattr_setpshared(&mutex, PTHREAD_PROCESS_SHARED);
	pthread_mutex_init(&relay->mutex, &mutex);
	pthread_condattr_init(&cond);
	pthread_condattr_setpshared(&cond, PTHREAD_PROCESS_SHARED);
	pthread_cond_init(&relay->cond, &cond);
	for (int i = 0; i < 2; i++) {
		sem_init(&relay->sem[i], 1, 0);
		SYS(pipe2(relay->pipe[i], O_CLOEXEC));
	}
	relay->number = relay->guarded = 1;
}

static void see(const struct hz_event *e)
{
	CHECK(e->info.posix_event_id != POSIX_TRACE_OVERFLOW, "a gap");
	if (!hz_is_user(e))
		return;
	if (e->data.words[0] != expected)
		wrong++;
	expected++;
}

static void *read_along(void *arg)
{
	trace_id_t trid = *(trace_id_t *)arg;
	struct hz_event e;

	while (!relay->over || expected <= relay->hand_overs)
		if (hz_get_within(trid, &e, 100))
			see(&e);
		else if (relay->over)
			break;
	return NULL;
}

static void check_seen(const char *where)
{
	CHECK(expected == relay->hand_overs + 1, "%s: %llu of %llu", where,
	      (unsigned long long)expected - 1,
	      (unsigned long long)relay->hand_overs);
	CHECK(wrong == 0, "%s: %llu of %llu out of order", where,
	      (unsigned long long)wrong, (unsigned long long)relay->hand_overs);
}

static void play(bool processes)
{
	pthread_t other;
	pid_t pid;

	if (processes) {
		pid = hz_fork();
		if (pid == 0) {
			take_part(1);
			exit(0);
		}
		take_part(0);
		hz_join(pid);
	} else {
		other = hz_thread(other_party, NULL);
		take_part(0);
		pthread_join(other, NULL);
	}
	relay->over = true;
}

static void prepare(const struct way *how)
{
	way = how;
	data_size = sizeof(uint64_t);
	make_relay();
	relay->hand_overs = how->hand_overs / HZ_SLOW;
	type = hz_type("causal");
	expected = 1;
}

static void read_live(const struct way *how, bool processes)
{
	trace_id_t trid;
	pthread_t reader;

	prepare(how);
	trid = hz_create(&(struct hz_setup){
		.policy = POSIX_TRACE_LOOP,
		.size = 128 << 20,
		.inherited = POSIX_TRACE_INHERITED,
	});
	reader = hz_thread(read_along, &trid);
	play(processes);
	pthread_join(reader, NULL);
	OK(posix_trace_shutdown(trid));
	check_seen("live");
}

static void read_log(const struct way *how, bool processes)
{
	struct hz_setup setup = {
		.log_policy = POSIX_TRACE_APPEND,
		.size = 16 << 20,
		.inherited = POSIX_TRACE_INHERITED,
		.fd = hz_file(),
	};
	struct hz_event e;
	trace_id_t trid;

	prepare(how);
	trid = hz_create(&setup);
	play(processes);
	OK(posix_trace_shutdown(trid));
	OK(posix_trace_open(setup.fd, &trid));
	while (hz_get(trid, &e))
		see(&e);
	OK(posix_trace_close(trid));
	check_seen("log");
}

static void run(const struct way *how)
{
	read_live(how, false);
	read_live(how, true);
	read_log(how, false);
	read_log(how, true);
}

static void by_flag(void)
{
	static const struct way flag = { flag_pass_on, flag_wait_for, 1000000 };

	run(&flag);
}

/* A new chunk every few events, and a reader all the time. */
static void by_flag_large(void)
{
	static const struct way flag = { flag_pass_on, flag_wait_for, 100000 };
	trace_id_t trid;
	pthread_t reader;

	prepare(&flag);
	data_size = 900;
	keep_close = true;
	trid = hz_create(&(struct hz_setup){ .size = 120000,
					     .data_size = 900 });
	reader = hz_thread(read_along, &trid);
	play(false);
	pthread_join(reader, NULL);
	OK(posix_trace_shutdown(trid));
	check_seen("live");
}

static void by_mutex(void)
{
	static const struct way mutex = { mutex_pass_on, mutex_wait_for,
					  100000 };

	run(&mutex);
}

static void by_cond(void)
{
	static const struct way cond = { cond_pass_on, cond_wait_for, 50000 };

	run(&cond);
}

static void by_sem(void)
{
	static const struct way sem = { sem_pass_on, sem_wait_for, 50000 };

	run(&sem);
}

static void by_pipe(void)
{
	static const struct way pipes = { pipe_pass_on, pipe_wait_for, 50000 };

	run(&pipes);
}

/* Some pauses are long enough for the other thread to be alone again
 * (ring/lease.h). */
static bool with_pauses;

static void pause_at_times(uint64_t n)
{
	static uint64_t seed = 1;

	if (with_pauses && n % 4 == 0)
		hz_sleep_ms(hz_random(&seed) % 3);
}

/*
 * Without waiting: one thread publishes each number that it has recorded, the
 * other records the number that it finds.  The first event of a number must
 * come before the second.
 */
static void *publish(void *arg)
{
	uint64_t last = *(uint64_t *)arg;

	for (uint64_t n = 1; n <= last; n++) {
		pause_at_times(n);
		posix_trace_event(type, &n, sizeof(n));
		atomic_store_explicit(&relay->number, n,
				      memory_order_release);
	}
	relay->over = true;
	return NULL;
}

static void poll_numbers(uint64_t last, unsigned looks)
{
	struct hz_setup setup = { .policy = POSIX_TRACE_LOOP,
				  .size = 512 << 20 };
	uint64_t published = 0, n, early = 0;
	trace_event_id_t found = hz_type("found");
	struct hz_event e;
	pthread_t thread;
	trace_id_t trid;

	make_relay();
	relay->number = 0;
	type = hz_type("causal");
	trid = hz_create(&setup);
	/* The first thread of the stream, which needs no fence while it is
	 * alone. */
	n = 0;
	posix_trace_event(found, &n, sizeof(n));
	thread = hz_thread(publish, &last);
	for (unsigned i = 0; !relay->over && i < looks; i++) {
		n = atomic_load_explicit(&relay->number, memory_order_acquire);
		posix_trace_event(found, &n, sizeof(n));
	}
	pthread_join(thread, NULL);
	while (hz_try(trid, &e)) {
		CHECK(e.info.posix_event_id != POSIX_TRACE_OVERFLOW, "a gap");
		if (e.info.posix_event_id == type)
			published = e.data.words[0];
		else if (e.info.posix_event_id == found)
			early += e.data.words[0] > published;
	}
	OK(posix_trace_shutdown(trid));
	CHECK(early == 0, "%llu found before they were published",
	      (unsigned long long)early);
}

static void by_polling(void)
{
	poll_numbers(1000000 / HZ_SLOW, 3000000);
}

/* One thread is alone most of the time; the other records now and then. */
static void by_polling_with_pauses(void)
{
	with_pauses = true;
	poll_numbers(4000 / HZ_SLOW, 12000000);
}

/*
 * Independent events: the times of a reader's events never decrease, however
 * often writers change chunks in the middle of a record.
 */
enum { RUNNERS = 3 };

static _Atomic uint64_t n_recorded, n_read;

static void *run_free(void *arg)
{
	uint64_t words[128] = {0};

	while (!relay->over) {
		posix_trace_event(type, words, 900);
		atomic_fetch_add(&n_recorded, 1);
		while (n_recorded > n_read + 60 && !relay->over)
			sched_yield();
	}
	return arg;
}

static void times_never_fall(void)
{
	uint64_t end = hz_ns() + 4000000000u, fallen = 0, most = 0;
	pthread_t threads[RUNNERS];
	int64_t last = 0, ns;
	struct hz_event e;
	trace_id_t trid;

	make_relay();
	type = hz_type("causal");
	trid = hz_create(&(struct hz_setup){ .size = 120000,
					     .data_size = 900 });
	for (int i = 0; i < RUNNERS; i++)
		threads[i] = hz_thread(run_free, NULL);
	while (hz_ns() < end) {
		if (!hz_try(trid, &e))
			continue;
		CHECK(e.info.posix_event_id != POSIX_TRACE_OVERFLOW, "a gap");
		n_read += hz_is_user(&e);
		ns = hz_event_ns(&e);
		if (ns < last) {
			fallen++;
			if ((uint64_t)(last - ns) > most)
				most = (uint64_t)(last - ns);
		}
		last = ns;
	}
	relay->over = true;
	for (int i = 0; i < RUNNERS; i++)
		pthread_join(threads[i], NULL);
	CHECK(fallen == 0, "%llu of %llu, by %llu ns at most",
	      (unsigned long long)fallen, (unsigned long long)n_read,
	      (unsigned long long)most);
	OK(posix_trace_shutdown(trid));
}

static const struct hz_case cases[] = {
	{ .name = "by-flag", .run = by_flag },
	{ .name = "by-flag-large", .run = by_flag_large },
	{ .name = "by-mutex", .run = by_mutex },
	{ .name = "by-cond", .run = by_cond },
	{ .name = "by-sem", .run = by_sem },
	{ .name = "by-pipe", .run = by_pipe },
	{ .name = "by-polling", .run = by_polling },
	{ .name = "by-polling-with-pauses", .run = by_polling_with_pauses },
	{ .name = "times-never-fall", .run = times_never_fall },
};

HZ_MAIN(cases)
