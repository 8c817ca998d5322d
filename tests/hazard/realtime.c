/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Real-time threads and ordinary ones on one processor.  A trace point waits
 * for no other thread.  A thread that waits in another call lends its priority
 * to the lock's owner, so threads of a priority in between do not delay it.
 * Needs permission for SCHED_FIFO.
 */
#include "processes.h"

#include <dirent.h>
#include <linux/filter.h>
#include <linux/membarrier.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/resource.h>

enum { LOW = 10, HIGH = 20 };

static uint64_t cpu_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

static bool be_realtime(int priority)
{
	struct sched_param param = { .sched_priority = priority };

	return pthread_setschedparam(pthread_self(), priority ? SCHED_FIFO :
				     SCHED_OTHER, &param) == 0;
}

/* Run all threads on the current processor. */
static void stay_here(void)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET((size_t)sched_getcpu(), &set);
	SYS(sched_setaffinity(0, sizeof(set), &set));
}

static void prepare(void)
{
	stay_here();
	if (!be_realtime(HIGH))
		SKIP("SCHED_FIFO is not allowed");
	CHECK(be_realtime(0), "back to SCHED_OTHER");
}

static void sleep_ns(uint32_t ns)
{
	struct timespec t = { 0, (long)ns };

	nanosleep(&t, NULL);
}

/* The work of the ordinary thread. */
static _Atomic bool over;
static _Atomic uint32_t begun;

static void *create_and_shut_down(void *arg)
{
	trace_id_t trid;

	(void)arg;
	do {
		begun++;
		OK(posix_trace_create(0, NULL, &trid));
		OK(posix_trace_shutdown(trid));
	} while (!over);
	return NULL;
}

static void *record_first_event(void *arg)
{
	(void)arg;
	posix_trace_event(POSIX_TRACE_UNNAMED_USEREVENT, "", 1);
	return NULL;
}

/* In a new process: another thread's first event begins while this thread
 * sleeps, which wakes and interrupts it after `delay` ns. */
static void run_first_event(uint32_t delay, uint64_t *longest)
{
	pid_t pid = hz_fork();
	uint64_t begin;
	pthread_t thread;

	if (pid) {
		hz_join(pid);
		return;
	}
	thread = hz_thread(record_first_event, NULL);
	CHECK(be_realtime(HIGH), "SCHED_FIFO");
	sleep_ns(delay);
	begin = cpu_ns();
	posix_trace_event(POSIX_TRACE_UNNAMED_USEREVENT, "", 1);
	begin = cpu_ns() - begin;
	if (begin > *longest)
		*longest = begin;
	pthread_join(thread, NULL);
	_exit(0);
}

static void first_event(void)
{
	uint64_t *longest = mmap(NULL, sizeof(*longest), PROT_READ | PROT_WRITE,
				 MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	prepare();
	for (unsigned i = 0; i < 60; i++)
		run_first_event(i * 5000, longest);
	/* It has 12 page faults, and with ThreadSanitizer 65, which beside other
	 * work take 8 ms. */
	CHECK(*longest < UINT64_C(5000000) * HZ_SLOW, "an event took %.1f ms of its processor",
	      (double)*longest / 1e6);
}

static void create_against_create(void)
{
	uint64_t longest = 0, seed = 1;
	pthread_t thread;
	trace_id_t trid;

	prepare();
	thread = hz_thread(create_and_shut_down, NULL);
	while (!begun)
		sleep_ns(100000);
	CHECK(be_realtime(HIGH), "SCHED_FIFO");
	for (unsigned i = 0; i < 200; i++) {
		uint32_t seen = begun;
		uint64_t begin;

		/* The other thread is running; interrupt it at a random
		 * place. */
		while (begun == seen)
			sleep_ns(50000);
		sleep_ns(hz_random(&seed) % 200000);
		begin = cpu_ns();
		OK(posix_trace_create(0, NULL, &trid));
		OK(posix_trace_shutdown(trid));
		begin = cpu_ns() - begin;
		if (begin > longest)
			longest = begin;
	}
	over = true;
	pthread_join(thread, NULL);
	CHECK(longest < 50000000, "create and shutdown took %.1f ms",
	      (double)longest / 1e6);
}

/* Priority inheritance: an ordinary thread that holds a stream's lock is not
 * delayed by a thread of a priority in between. */

static trace_id_t its_trid;
static _Atomic uint32_t hog_turn, hog_done;

static void *ask_all_the_time(void *arg)
{
	trace_attr_t attr;

	(void)arg;
	while (!over) {
		begun = 1;
		OK(posix_trace_get_attr(its_trid, &attr));
	}
	return NULL;
}

static void *hog(void *arg)
{
	uint32_t seen = 0;

	(void)arg;
	CHECK(be_realtime(LOW), "SCHED_FIFO");
	while (!over) {
		uint64_t begin = hz_ns();

		if (hog_turn == seen) {
			sleep_ns(20000);
			continue;
		}
		seen = hog_turn;
		while (hz_ns() - begin < 40000000)
			;
		hog_done = seen;
	}
	return NULL;
}

static void lends_its_priority(void)
{
	pthread_t asker, hogger;
	unsigned waited = 0;

	if (HZ_SLOW > 1)
		SKIP("a sanitizer has locks of its own, which lend nothing");
	prepare();
	its_trid = hz_create(&(struct hz_setup){0});
	asker = hz_thread(ask_all_the_time, NULL);
	hogger = hz_thread(hog, NULL);
	while (!begun)
		sleep_ns(100000);
	CHECK(be_realtime(HIGH), "SCHED_FIFO");
	for (unsigned i = 0; i < 12; i++) {
		struct posix_trace_status_info status;
		uint64_t begin;

		hog_turn++;
		/* The hog runs now, or as soon as this thread waits. */
		sleep_ns(100000);
		begin = hz_ns();
		OK(posix_trace_get_status(its_trid, &status));
		waited += hz_ns() - begin > 20000000;
		while (hog_done != hog_turn)
			sleep_ns(1000000);
	}
	over = true;
	pthread_join(asker, NULL);
	pthread_join(hogger, NULL);
	OK(posix_trace_shutdown(its_trid));
	/* One may be due to the kernel. */
	CHECK(waited <= 1, "%u of 12 waited for a thread of lower priority",
	      waited);
}

/* The thread that writes the log. */

static pid_t flush_thread(void)
{
	DIR *dir = opendir("/proc/self/task");
	const struct dirent *entry;
	pid_t tid = 0;

	CHECK(dir, "/proc/self/task");
	while (tid == 0 && (entry = readdir(dir))) {
		char path[300], name[32] = "";
		FILE *f;

		snprintf(path, sizeof(path), "/proc/self/task/%s/comm",
			 entry->d_name);
		f = fopen(path, "re");
		if (f) {
			if (!fgets(name, sizeof(name), f))
				name[0] = '\0';
			fclose(f);
		}
		if (strcmp(name, "posixtrace-log\n") == 0)
			tid = atoi(entry->d_name);
	}
	closedir(dir);
	return tid;
}

static void expect_scheduling(trace_id_t trid, int policy, int priority)
{
	int its_policy, its_priority;
	struct sched_param param;
	pid_t tid;

	OK(posixtrace_getflushsched(trid, &its_policy, &its_priority));
	CHECK(its_policy == policy && its_priority == priority, "it is %d, %d",
	      its_policy, its_priority);
	while ((tid = flush_thread()) == 0)
		hz_sleep_ms(1);
	SYS(sched_getparam(tid, &param));
	CHECK(sched_getscheduler(tid) == policy &&
	      param.sched_priority == priority, "the kernel has %d, %d",
	      sched_getscheduler(tid), param.sched_priority);
}

static void flush_thread_scheduling(void)
{
	trace_id_t logged, live;
	int policy, priority;

	prepare();
	CHECK(be_realtime(HIGH), "SCHED_FIFO");
	logged = hz_create(&(struct hz_setup){ .fd = hz_file() });
	live = hz_create(&(struct hz_setup){0});
	/* After the thread has executed a request, so it has started. */
	OK(posix_trace_flush(logged));
	expect_scheduling(logged, SCHED_OTHER, 0);
	OK(posixtrace_setflushsched(logged, SCHED_RR, 7));
	expect_scheduling(logged, SCHED_RR, 7);
	CHECK(posixtrace_setflushsched(logged, SCHED_FIFO, 1000) == EINVAL &&
	      posixtrace_setflushsched(logged, 77, 0) == EINVAL &&
	      posixtrace_setflushsched(logged, SCHED_OTHER, 3) == EINVAL &&
	      posixtrace_setflushsched(live, SCHED_OTHER, 0) == EINVAL &&
	      posixtrace_setflushsched(0, SCHED_OTHER, 0) == EINVAL &&
	      posixtrace_getflushsched(live, &policy, &priority) == EINVAL &&
	      posixtrace_getflushsched(logged, NULL, &priority) == EINVAL &&
	      posixtrace_getflushsched(logged, &policy, NULL) == EINVAL,
	      "EINVAL");
	expect_scheduling(logged, SCHED_RR, 7);
	OK(posixtrace_setflushsched(logged, SCHED_OTHER, 0));
	expect_scheduling(logged, SCHED_OTHER, 0);
	OK(posix_trace_shutdown(live));
	OK(posix_trace_shutdown(logged));
}

/*
 * A stream is shut down while threads trace, and membarrier exists only in the
 * form that waits for a grace period.  The stream's memory is then unmapped
 * later.
 */
static struct shared {
	_Atomic bool over;
	_Atomic uint64_t asleep;	/* while in trace points */
} *shared;

static void refuse_quick_membarrier(void)
{
	struct sock_filter filter[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
			 offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_membarrier, 0, 4),
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
			 offsetof(struct seccomp_data, args[0])),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K,
			 MEMBARRIER_CMD_GLOBAL_EXPEDITED, 1, 0),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K,
			 MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = {
		sizeof(filter) / sizeof(filter[0]), filter,
	};

	SYS(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0));
	SYS(prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program));
}

/* The number of voluntary context switches of this thread. */
static uint64_t times_asleep(void)
{
	struct rusage usage;

	SYS(getrusage(RUSAGE_THREAD, &usage));
	return (uint64_t)usage.ru_nvcsw;
}

static unsigned count_segments(void)
{
	char line[512];
	unsigned n = 0;
	FILE *f = fopen("/proc/self/maps", "re");

	CHECK(f, "maps");
	while (fgets(line, sizeof(line), f)) {
		const char *name = strstr(line, "/posixtrace-");

		n += name && strstr(name, "/s");
	}
	fclose(f);
	return n;
}

static void record_and_detach(void)
{
	refuse_quick_membarrier();
	while (!shared->over) {
		uint64_t before = times_asleep();

		posix_trace_event(POSIX_TRACE_UNNAMED_USEREVENT, "", 1);
		shared->asleep += times_asleep() - before;
	}
	for (unsigned i = 0; i < 400 && count_segments(); i++) {
		hz_sleep_ms(5);
		posix_trace_event(POSIX_TRACE_UNNAMED_USEREVENT, "", 1);
	}
	CHECK(count_segments() == 0, "segments stay mapped");
	exit(0);
}

static void detaching(void)
{
	uint64_t least = UINT64_MAX;
	struct hz_event e;
	pid_t pid;

	shared = hz_share(sizeof(*shared));
	pid = hz_fork();
	if (pid == 0)
		record_and_detach();
	for (unsigned i = 0; i < 10; i++) {
		trace_id_t trid = hz_create(&(struct hz_setup){ .pid = pid });

		do
			CHECK(hz_get_within(trid, &e, 20000), "not traced");
		while (!hz_is_user(&e));
		shared->asleep = 0;
		OK(posix_trace_shutdown(trid));
		hz_sleep_ms(20);
		if (shared->asleep < least)
			least = shared->asleep;
	}
	shared->over = true;
	hz_join(pid);
	/* Sometimes it may wait for a lock of the file system, but not each
	 * time. */
	CHECK(least == 0, "each time a trace point was asleep");
}

static const struct hz_case cases[] = {
	{ .name = "first-event", .run = first_event, .kills = true },
	{ .name = "create-against-create", .run = create_against_create },
	{ .name = "lends-its-priority", .run = lends_its_priority },
	{ .name = "flush-thread", .run = flush_thread_scheduling },
	{ .name = "detaching", .run = detaching },
};

HZ_MAIN(cases)
