/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The asymmetric fence (base/fence.h) between a writer that stores X and loads Y,
 * and a controller that stores Y and loads X: at least one of them has to see
 * the other's store.  The writer's store is delayed by others that miss the
 * caches.
 *
 * In the mode "moved" the writer's process has run on the processor that the
 * writer will use, and left it idle, before it registers: there Linux forgets
 * membarrier's global form (base/fence.c).  Another program that runs on that
 * processor meanwhile hides the error, so this finds it on a quiet machine only.
 *
 *   fence [SECONDS [MODE]]	run for this time in all (2), each mode in turn
 *
 * Exit status: 0 no errors, 1 errors, 2 it could not run, 77 skipped.
 */
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/atomic.h"
#include "base/clock.h"
#include "base/fence.h"

enum {
	LINE = 64,
	COLD_LINES = 1 << 18,		/* more than the near caches have */
	COLD_STORES = 40,		/* as many as a store buffer takes */
};

struct mode {
	const char *name;
	bool other_process;		/* the writer is in a process of its own */
	bool moved;
};

static const struct mode modes[] = {
	{ "own", false, false },
	{ "own-moved", false, true },
	{ "other", true, false },
	{ "other-moved", true, true },
};

/* Each word has a line of its own. */
struct word {
	_Atomic uint64_t value;
	char padding[LINE - sizeof(uint64_t)];
};

/* The writer goes on with the next round when the controller has judged one. */
static struct shared {
	struct word x, y;		/* the number of the last round */
	struct word seen;		/* the writer's: n << 1 | it saw y */
	struct word judged;		/* the controller's */
	struct word ready, over;
	struct word cold[COLD_LINES];
} *shared;

static int processors[2];		/* the writer's, the controller's */

__attribute__((noreturn))
static void cannot(const char *what, int err)
{
	fprintf(stderr, "fence: %s: %s\n", what, strerror(err));
	exit(2);
}

static void move_to(int processor)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(processor, &set);
	if (sched_setaffinity(0, sizeof(set), &set) != 0)
		cannot("sched_setaffinity", errno);
}

static void spin(uint64_t ns)
{
	uint64_t end = pxt_clock_ns(CLOCK_MONOTONIC) + ns;

	while (pxt_clock_ns(CLOCK_MONOTONIC) < end)
		;
}

static void *write_rounds(void *arg)
{
	uint64_t random = 1;

	(void)arg;
	move_to(processors[0]);
	pxt_store_release(&shared->ready.value, 1);
	for (uint64_t n = 1; !pxt_load_relaxed(&shared->over.value); n++) {
		uint64_t y;

		for (unsigned i = 0; i < COLD_STORES; i++) {
			random = random * UINT64_C(6364136223846793005) + 1;
			pxt_store_relaxed(&shared->cold[(random >> 40) %
						       COLD_LINES].value, n);
		}
		pxt_store_relaxed(&shared->x.value, n);
		pxt_fence_light();
		y = pxt_load_relaxed(&shared->y.value);
		pxt_store_release(&shared->seen.value, n << 1 | (y == n));
		while (pxt_load_acquire(&shared->judged.value) != n &&
		       !pxt_load_relaxed(&shared->over.value))
			;
	}
	return NULL;
}

static pthread_t begin_writer(bool moved)
{
	pthread_t thread;
	int err;

	if (moved) {
		move_to(processors[0]);
		spin(1000000);
	}
	move_to(processors[1]);
	if (!pxt_fence_register())
		cannot("membarrier", EPERM);
	err = pthread_create(&thread, NULL, write_rounds, NULL);
	if (err)
		cannot("pthread_create", err);
	return thread;
}

/* Returns the number of rounds in which neither saw the other's store. */
static uint64_t control(uint64_t ns, bool others, uint64_t *rounds)
{
	uint64_t end = pxt_clock_ns(CLOCK_MONOTONIC) + ns, wrong = 0, n;

	while (!pxt_load_acquire(&shared->ready.value))
		sched_yield();
	for (n = 1; pxt_clock_ns(CLOCK_MONOTONIC) < end; n++) {
		uint64_t x, seen;

		/* At any moment of the writer's round. */
		for (volatile uint64_t i = 0; i < n % 500; i++)
			;
		pxt_store_relaxed(&shared->y.value, n);
		pxt_fence_heavy(others);
		x = pxt_load_relaxed(&shared->x.value);
		while ((seen = pxt_load_acquire(&shared->seen.value)) >> 1 != n)
			;
		wrong += x != n && !(seen & 1);
		pxt_store_release(&shared->judged.value, n);
	}
	pxt_store_relaxed(&shared->over.value, 1);
	*rounds = n - 1;
	return wrong;
}

/* In a process of its own, which has not registered yet. */
static int run(const struct mode *mode, uint64_t ns)
{
	uint64_t rounds, wrong;
	pthread_t thread = 0;
	pid_t pid = -1;

	memset(shared, 1, sizeof(*shared));	/* populate it */
	memset(shared, 0, offsetof(struct shared, cold));
	if (mode->other_process) {
		pid = fork();
		if (pid == 0) {
			pthread_join(begin_writer(mode->moved), NULL);
			_exit(0);
		}
		if (pid < 0 || !pxt_fence_register())
			cannot("fork, or membarrier", errno);
		move_to(processors[1]);
	} else {
		thread = begin_writer(mode->moved);
	}
	wrong = control(ns, mode->other_process, &rounds);
	if (pid > 0)
		waitpid(pid, NULL, 0);
	else
		pthread_join(thread, NULL);
	printf("%s: %llu rounds, %llu wrong\n", mode->name,
	       (unsigned long long)rounds, (unsigned long long)wrong);
	return wrong != 0;
}

static int run_in_child(const struct mode *mode, uint64_t ns)
{
	pid_t pid = fork();
	int status;

	if (pid == 0) {
		/* A writer that fails leaves nobody to wait for. */
		alarm((unsigned)(ns / 1000000000) + 30);
		status = run(mode, ns);
		fflush(stdout);
		_exit(status);
	}
	if (pid < 0 || waitpid(pid, &status, 0) != pid || !WIFEXITED(status))
		return 2;
	return WEXITSTATUS(status);
}

/* Two that this process may use. */
static bool find_processors(void)
{
	unsigned n = 0;
	cpu_set_t set;

	if (sched_getaffinity(0, sizeof(set), &set) != 0)
		cannot("sched_getaffinity", errno);
	for (int i = 0; i < CPU_SETSIZE && n < 2; i++)
		if (CPU_ISSET(i, &set))
			processors[n++] = i;
	return n == 2;
}

int main(int argc, char **argv)
{
	size_t n = sizeof(modes) / sizeof(modes[0]);
	double seconds = argc > 1 ? strtod(argv[1], NULL) : 2;
	int result = 0;

	if (argc > 3 || !(seconds > 0 && seconds < 1e6)) {
		fputs("usage: fence [SECONDS [MODE]]\n", stderr);
		return 2;
	}
	setvbuf(stdout, NULL, _IOLBF, 0);
	if (!find_processors()) {
		puts("skipped: a single processor");
		return 77;
	}
	shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE,
		      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (shared == MAP_FAILED)
		cannot("mmap", errno);
	for (size_t i = 0; i < n; i++) {
		int status;

		if (argc > 2 && strcmp(argv[2], modes[i].name) != 0)
			continue;
		status = run_in_child(&modes[i], (uint64_t)(1e9 * seconds /
				      (argc > 2 ? 1.0 : (double)n)));
		result = status > result ? status : result;
	}
	return result;
}
