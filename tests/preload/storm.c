/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Everything at the same time: a timer whose handler makes calls and every
 * third time jumps out of the interrupted code; threads that start, end,
 * contend and allocate; and children forked in between.
 */
#define _GNU_SOURCE
#include "check.h"

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

enum { TICKS = 600, ROUNDS = 40, WORKERS = 3 };

static volatile sig_atomic_t ticks;
static volatile sig_atomic_t may_jump;
static sigjmp_buf back;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void tick(int sig)
{
	(void)sig;
	ticks++;
	(void)!write(-1, "tick", 4);
	if (may_jump && ticks % 3 == 0)
		siglongjmp(back, 1);
}

/* Only async-signal-safe calls, because the handler may jump out of them. */
static void safe_calls(void)
{
	char byte;

	sigsetjmp(back, 1);
	may_jump = 1;
	while (ticks < TICKS) {
		(void)!read(-1, &byte, 1);
		(void)!write(-1, &byte, 1);
		close(-1);
		usleep(50);
	}
	may_jump = 0;
}

static void *work(void *arg)
{
	CHECK(pthread_mutex_lock(&mutex) == 0);
	char *block = malloc(100000);
	CHECK(block != NULL);
	memset(block, 1, 100000);
	sched_yield();
	CHECK(pthread_mutex_unlock(&mutex) == 0);
	free(block);
	return arg;
}

static void *rounds(void *arg)
{
	for (int i = 0; i < ROUNDS; i++) {
		pthread_t workers[WORKERS];
		int status;
		pid_t pid;

		for (int w = 0; w < WORKERS; w++)
			CHECK(pthread_create(&workers[w], NULL, work,
					     NULL) == 0);
		pid = fork();
		if (pid == 0) {
			(void)!read(-1, &status, 1);
			_exit(i);
		}
		CHECK(waitpid(pid, &status, 0) == pid);
		CHECK(WIFEXITED(status) && WEXITSTATUS(status) == i);
		for (int w = 0; w < WORKERS; w++)
			CHECK(pthread_join(workers[w], NULL) == 0);
	}
	return arg;
}

int main(void)
{
	struct itimerval often = { { 0, 500 }, { 0, 500 } };
	struct itimerval never = { { 0, 0 }, { 0, 0 } };
	struct sigaction act = { .sa_handler = tick, .sa_flags = SA_RESTART };
	sigset_t alarms;
	pthread_t thread;

	/* The timer's signal is for this thread only. */
	sigemptyset(&alarms);
	sigaddset(&alarms, SIGALRM);
	CHECK(pthread_sigmask(SIG_BLOCK, &alarms, NULL) == 0);
	CHECK(pthread_create(&thread, NULL, rounds, NULL) == 0);
	CHECK(sigaction(SIGALRM, &act, NULL) == 0);
	CHECK(setitimer(ITIMER_REAL, &often, NULL) == 0);
	CHECK(pthread_sigmask(SIG_UNBLOCK, &alarms, NULL) == 0);
	safe_calls();
	CHECK(setitimer(ITIMER_REAL, &never, NULL) == 0);
	CHECK(pthread_join(thread, NULL) == 0);
	printf("storm is over\n");
	return 8;
}
