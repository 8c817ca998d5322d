/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Compiled with -finstrument-functions: how often each function below is called is
 * what functions.sh expects.
 */
#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { DEEP = 3000, TOO_DEEP = 10000, THREADS = 4, TIMES = 5000 };

static jmp_buf back;
static volatile sig_atomic_t handled;

/* Functions that are not to be inlined into each other, nor made a loop. */
#define PLAIN __attribute__((noinline))

PLAIN static void leaf(void)
{
	__asm__ volatile("" ::: "memory");
}

PLAIN static int deep(int n)
{
	int below = n ? deep(n - 1) : 0;

	__asm__ volatile("" : "+r"(below));
	return below + 1;
}

PLAIN static void *in_thread(void *arg)
{
	for (int i = 0; i < TIMES; i++)
		leaf();
	return arg;
}

PLAIN static void handler(int sig)
{
	(void)sig;
	leaf();
	handled++;
}

PLAIN static void jumps(void)
{
	longjmp(back, 1);
}

PLAIN static void is_left(void)
{
	if (setjmp(back) == 0)
		jumps();
}

/* It is left by the program that it executes, if any. */
PLAIN static void in_child(const char *program)
{
	leaf();
	if (program) {
		execl(program, program, "e", (char *)NULL);
		_exit(1);
	}
}

/* Of the name of an event, which access() is. */
PLAIN static void meta(void)
{
	leaf();
	if (access("/", F_OK) != 0)
		abort();
}

PLAIN static int run_threads(void)
{
	pthread_t thread[THREADS];

	for (int i = 0; i < THREADS; i++)
		if (pthread_create(&thread[i], NULL, in_thread, NULL) != 0)
			return -1;
	for (int i = 0; i < THREADS; i++)
		pthread_join(thread[i], NULL);
	return 0;
}

int main(int argc, char **argv)
{
	int status;
	pid_t child;

	if (argc > 1 && argv[1][0] == 'e') {
		in_child(NULL);
		return 0;
	}
	if (argc > 1 && argv[1][0] == 'd')
		return deep(TOO_DEEP) != TOO_DEEP + 1;
	errno = 4711;
	leaf();
	if (errno != 4711 || deep(DEEP) != DEEP + 1 || run_threads() != 0)
		return 1;
	signal(SIGUSR1, handler);
	raise(SIGUSR1);
	is_left();
	meta();
	fflush(stdout);
	child = fork();
	if (child == 0)
		in_child(argv[0]);
	if (waitpid(child, &status, 0) != child || status != 0)
		return 1;
	printf("handled %d\n", (int)handled);
	return 0;
}
