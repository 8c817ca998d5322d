/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Trace points in signal handlers (EVENT-7, INV-1): while other trace points
 * are interrupted, several deep, on alternate stacks, as a thread's first
 * event, and left by siglongjmp().  No event is lost, duplicated or torn.
 */
#include "tally.h"

#include <sys/mman.h>

static _Atomic uint32_t n_selves;

static void handle(int signal, void (*handler)(int), int flags)
{
	struct sigaction action = { .sa_handler = handler, .sa_flags = flags };

	sigfillset(&action.sa_mask);
	sigdelset(&action.sa_mask, SIGRTMIN + 1);
	sigdelset(&action.sa_mask, SIGRTMIN + 2);
	if (signal >= SIGRTMIN && signal <= SIGRTMIN + 2)
		for (int s = SIGRTMIN; s <= signal; s++)
			sigaddset(&action.sa_mask, s);
	SYS(sigaction(signal, &action, NULL));
}

/* A timer that sends the calling thread a signal every `ns` ns. */
static timer_t tick(int signal, long ns)
{
	struct sigevent event = { .sigev_notify = SIGEV_THREAD_ID,
				  .sigev_signo = signal };
	struct itimerspec when = { { 0, ns }, { 0, ns } };
	timer_t timer;

#ifdef sigev_notify_thread_id
	event.sigev_notify_thread_id = hz_tid();
#else
	event._sigev_un._tid = hz_tid();
#endif
	SYS(timer_create(CLOCK_MONOTONIC, &event, &timer));
	SYS(timer_settime(timer, 0, &when, NULL));
	return timer;
}

static void on_tick(int signal)
{
	int saved = errno;

	errno = 4711;
	record((uint32_t)(signal - SIGRTMIN + 1));
	CHECK(errno == 4711, "errno has changed to %d", errno);
	errno = saved;
}

/* Three timers, each of which interrupts the handlers of the previous ones. */
static void *be_interrupted(void *arg)
{
	timer_t timers[3];

	self = atomic_fetch_add(&n_selves, 1);
	for (int i = 0; i < 3; i++)
		timers[i] = tick(SIGRTMIN + i, 90000 + 7000 * i);
	while (!over) {
		errno = 42;
		record(0);
		CHECK(errno == 42, "errno has changed to %d", errno);
		hold_back();
	}
	for (int i = 0; i < 3; i++)
		timer_delete(timers[i]);
	return arg;
}

/* On a busy machine a thread may need longer to be interrupted often enough. */
static bool all_have_interrupted(void)
{
	for (unsigned t = 0; t < WRITERS; t++)
		for (unsigned k = 0; k < 4; k++)
			if (tallies[t].seen[k] <= 100)
				return false;
	return true;
}

static void storm_of(trace_id_t trid)
{
	pthread_t threads[WRITERS];

	for (int i = 0; i < 3; i++)
		handle(SIGRTMIN + i, on_tick, 0);
	for (unsigned i = 0; i < WRITERS; i++)
		threads[i] = hz_thread(be_interrupted, NULL);
	drain_for(trid, 3000);
	while (!all_have_interrupted())
		drain_for(trid, 100);
	over = true;
	for (unsigned i = 0; i < WRITERS; i++)
		pthread_join(threads[i], NULL);
	drain(trid);
	OK(posix_trace_shutdown(trid));
	check_tallies();
}

static void storm(void)
{
	struct hz_census before = hz_census();

	type = hz_type("signals");
	storm_of(roomy());
	hz_check_census(before);
}

/* With a second stream, which filters all events, the fast path of a single
 * stream is not used. */
static void storm_two_streams(void)
{
	struct hz_census before = hz_census();
	trace_event_set_t all;
	trace_id_t other;

	type = hz_type("signals");
	other = hz_create(&(struct hz_setup){ .size = 4096 });
	OK(posix_trace_eventset_fill(&all, POSIX_TRACE_ALL_EVENTS));
	OK(posix_trace_set_filter(other, &all, POSIX_TRACE_SET_EVENTSET));
	storm_of(roomy());
	OK(posix_trace_shutdown(other));
	hz_check_census(before);
}

/* Threads send signals to each other as fast as they can, while tracing. */
static pthread_t storm_threads[WRITERS];
static _Atomic uint32_t storm_ready;

static void *signal_others(void *arg)
{
	self = atomic_fetch_add(&n_selves, 1);
	storm_threads[self] = pthread_self();
	atomic_fetch_add(&storm_ready, 1);
	while (storm_ready < WRITERS)
		sched_yield();
	for (unsigned i = 0; !over; i++) {
		record(0);
		pthread_kill(storm_threads[i % WRITERS], SIGRTMIN);
		hold_back();
	}
	/* Do not end before all are done: a thread that has ended may not be
	 * signalled. */
	atomic_fetch_add(&storm_ready, 1);
	while (storm_ready < 2 * WRITERS)
		sched_yield();
	return arg;
}

static void pthread_kill_storm(void)
{
	trace_id_t trid;
	pthread_t threads[WRITERS];

	type = hz_type("signals");
	trid = roomy();
	handle(SIGRTMIN, on_tick, 0);
	for (unsigned i = 0; i < WRITERS; i++)
		threads[i] = hz_thread(signal_others, NULL);
	drain_for(trid, 2000);
	over = true;
	for (unsigned i = 0; i < WRITERS; i++)
		pthread_join(threads[i], NULL);
	drain(trid);
	OK(posix_trace_shutdown(trid));
	check_tallies();
}

/* Deeper nesting than supported: every event is recorded or counted as lost. */
static unsigned depth;

static void go_deeper(int signal)
{
	record((uint32_t)++depth);
	if (depth < KINDS - 1)
		raise(signal);
}

static void handlers_beneath_handlers(void)
{
	struct sigaction action = { .sa_handler = go_deeper,
				    .sa_flags = SA_NODEFER };
	trace_id_t trid;

	type = hz_type("signals");
	trid = roomy();
	SYS(sigaction(SIGUSR1, &action, NULL));
	for (int i = 0; i < 1000; i++) {
		depth = 0;
		record(0);
		raise(SIGUSR1);
	}
	drain(trid);
	check_tallies();
	OK(posix_trace_shutdown(trid));
}

/*
 * Six nested handlers, each of which interrupts a trace point of the handler
 * below.  Reading the data of the first event at each level causes a page
 * fault, so the signal that userfaultfd raises always interrupts a trace point.
 */
enum { LEVELS = 7 };

static unsigned char *trap_page;
static long page_size;
static unsigned level;
static uint64_t nested;

/* Reading the data faults.  The handler traces and makes the page readable. */
static void on_fault(int signal, siginfo_t *info, void *context)
{
	unsigned mine = level++;
	unsigned char *at = trap_page + page_size * (long)(mine + 1);

	(void)signal;
	(void)info;
	(void)context;
	if (mine + 1 < LEVELS) {
		posix_trace_event(type, at, 32);
		nested++;
	}
	SYS(mprotect(trap_page + page_size * (long)mine, (size_t)page_size,
		     PROT_READ));
}

static void nested_in_the_middle(void)
{
	struct sigaction action = { .sa_sigaction = on_fault,
				    .sa_flags = SA_SIGINFO | SA_NODEFER };
	struct posixtrace_usage usage;
	uint64_t seen = 0;
	struct hz_event e;
	trace_id_t trid;

	type = hz_type("signals");
	trid = roomy();
	page_size = sysconf(_SC_PAGESIZE);
	trap_page = mmap(NULL, (size_t)page_size * LEVELS, PROT_READ,
			 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	CHECK(trap_page != MAP_FAILED, "mmap");
	SYS(sigaction(SIGSEGV, &action, NULL));
	for (int i = 0; i < 50; i++) {
		SYS(mprotect(trap_page, (size_t)page_size * LEVELS,
			     PROT_NONE));
		level = 0;
		posix_trace_event(type, trap_page, 32);
		nested++;
	}
	while (hz_try(trid, &e))
		seen += hz_is_user(&e);
	OK(posixtrace_get_usage(trid, &usage));
	CHECK(seen + usage.lost == nested, "%llu seen, %llu lost, of %llu",
	      (unsigned long long)seen, (unsigned long long)usage.lost,
	      (unsigned long long)nested);
	CHECK(seen >= 50 * 4, "only %llu of %llu were recorded",
	      (unsigned long long)seen, (unsigned long long)nested);
	OK(posix_trace_shutdown(trid));
}

/* The first event of a thread is in a handler, on a small stack. */
static void on_first(int signal)
{
	(void)signal;
	record(1);
	over = true;
}

static void *begin_in_handler(void *arg)
{
	size_t size = (size_t)(sysconf(_SC_SIGSTKSZ) > 8192 ?
			       sysconf(_SC_SIGSTKSZ) : 8192);
	stack_t stack;
	unsigned char *low;

#if defined(__SANITIZE_ADDRESS__)
	/* The sanitizer puts padding around every variable. */
	size *= 4;
#endif
	stack = (stack_t){ .ss_size = size };
	self = 0;
	/* The page below the stack is inaccessible, so an overflow is
	 * detected. */
	low = mmap(NULL, size + 4096, PROT_READ | PROT_WRITE,
		   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	CHECK(low != MAP_FAILED, "mmap");
	SYS(mprotect(low, 4096, PROT_NONE));
	stack.ss_sp = low + 4096;
	if (arg)
		SYS(sigaltstack(&stack, NULL));
	raise(SIGUSR1);
	record(0);
	stack.ss_flags = SS_DISABLE;
	SYS(sigaltstack(&stack, NULL));
	munmap(low, size + 4096);
	return NULL;
}

static void first_event_in_handler(void)
{
	static int yes;
	trace_id_t trid;

	type = hz_type("signals");
	trid = roomy();
	handle(SIGUSR1, on_first, SA_ONSTACK);
	for (unsigned i = 0; i < 200; i++) {
		pthread_join(hz_thread(begin_in_handler, i % 2 ? &yes : NULL),
			     NULL);
		CHECK(over, "no signal");
		over = false;
	}
	drain(trid);
	check_tallies();
	OK(posix_trace_shutdown(trid));
}

/* The first event of a process that another process traces. */
static void first_event_of_process(void)
{
	int go[2], ready[2];
	trace_id_t trid;
	pid_t pid;
	char c;

	type = hz_type("signals");
	SYS(pipe(go));
	SYS(pipe(ready));
	pid = hz_fork();
	if (pid == 0) {
		int yes = 1;

		handle(SIGUSR1, on_first, SA_ONSTACK);
		SYS(write(ready[1], "r", 1));
		SYS(read(go[0], &c, 1));
		begin_in_handler(&yes);
		exit(0);
	}
	SYS(read(ready[0], &c, 1));
	trid = hz_create(&(struct hz_setup){ .pid = pid });
	OK(posix_trace_trid_eventid_open(trid, "signals", &type));
	SYS(write(go[1], "g", 1));
	hz_join(pid);
	tallies[0].n[0] = tallies[0].n[1] = 1;
	drain(trid);
	check_tallies();
	OK(posix_trace_shutdown(trid));
}

/*
 * The stack that a trace point uses, in addition to the frame of its caller.
 * The stack of a handler may be small, and an overflow would not be noticed.
 */
enum { PATTERN = 0x5a, STACK = 64 << 10 };
static unsigned char measured[STACK];
static unsigned char *volatile called_at;

__attribute__((noinline))
static void on_measure(int signal)
{
	unsigned char here;

	(void)signal;
	called_at = &here;
	record(0);
}

static size_t stack_used(void)
{
	unsigned char *low = measured;

	memset(measured, PATTERN, sizeof(measured));
	raise(SIGUSR1);
	while (*low == PATTERN)
		low++;
	return (size_t)(called_at - low);
}

static void check_stack(const char *what, size_t used, size_t most)
{
	printf("%s: %zu bytes of stack\n", what, used);
	if (HZ_SLOW == 1)
		CHECK(used <= most, "%s: %zu bytes of stack", what, used);
}

static void *measure_first(void *arg)
{
	stack_t stack = { .ss_size = sizeof(measured), .ss_sp = measured };
	size_t least = SIZE_MAX;

	self = *(uint32_t *)arg;
	SYS(sigaltstack(&stack, NULL));
	check_stack("first event", stack_used(), 1536);
	/* The minimum is the fast path's, unless every event was preempted. */
	for (int i = 0; i < 20; i++) {
		size_t used = stack_used();

		if (used < least)
			least = used;
	}
	check_stack("the next", least, 512);
	/* The next event takes the slow path, since the stream was changed. */
	hz_sleep_ms(5);
	check_stack("after a pause", stack_used(), 1024);
	stack.ss_flags = SS_DISABLE;
	SYS(sigaltstack(&stack, NULL));
	return NULL;
}

static void stack_of_a_trace_point(void)
{
	uint32_t me = 1;
	trace_id_t trid, others[3];

	type = hz_type("signals");
	trid = roomy();
	handle(SIGUSR1, on_measure, SA_ONSTACK);
	record(0);
	pthread_join(hz_thread(measure_first, &me), NULL);
	for (unsigned i = 0; i < 3; i++)
		others[i] = hz_create(&(struct hz_setup){ .size = 65536 });
	record(0);
	me = 2;
	pthread_join(hz_thread(measure_first, &me), NULL);
	for (unsigned i = 0; i < 3; i++)
		OK(posix_trace_shutdown(others[i]));
	drain(trid);
	check_tallies();
	OK(posix_trace_shutdown(trid));
}

static const struct hz_case cases[] = {
	{ .name = "storm", .run = storm },
	{ .name = "storm-two-streams", .run = storm_two_streams },
	{ .name = "pthread-kill-storm", .run = pthread_kill_storm },
	{ .name = "handlers-beneath-handlers",
	  .run = handlers_beneath_handlers },
	{ .name = "nested-in-the-middle", .run = nested_in_the_middle },
	{ .name = "first-event-in-handler", .run = first_event_in_handler },
	{ .name = "first-event-of-process", .run = first_event_of_process },
	{ .name = "stack-of-a-trace-point", .run = stack_of_a_trace_point },
};

/* ThreadSanitizer delays signals, so they would interrupt nothing. */
#if defined(__SANITIZE_THREAD__)
int main(void)
{
	(void)cases;
	return 77;
}
#else
HZ_MAIN(cases)
#endif
