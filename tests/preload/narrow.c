/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Handlers on alternate stacks: one of the least size there may be and a KiB
 * more, below which a pattern stands, and a large one.  On the first there is
 * no room to record anything, and nothing is.
 */
#define _GNU_SOURCE
#include "check.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <unistd.h>

enum { GUARD = 65536, PATTERN = 0x5a };

static unsigned char *memory;
static int null;
static volatile int calls;

static void with_number(int sig)
{
	calls += sig == SIGUSR1;
	if (write(null, "x", 1) != 1)
		_exit(3);
}

static void with_info(int sig, siginfo_t *info, void *context)
{
	(void)context;
	calls += sig == SIGUSR1 && info->si_code == SI_TKILL;
	if (write(null, "x", 1) != 1)
		_exit(3);
}

static size_t least(void)
{
#ifdef AT_MINSIGSTKSZ
	size_t size = getauxval(AT_MINSIGSTKSZ);

	if (size != 0)
		return size;
#endif
	return 4096;
}

static void on_stack_of(size_t size)
{
	stack_t stack = { .ss_sp = memory + GUARD, .ss_size = size };
	struct sigaction act = { .sa_flags = SA_ONSTACK };
	size_t touched = 0;

	memset(memory, PATTERN, GUARD);
	CHECK(sigaltstack(&stack, NULL) == 0);
	calls = 0;
	act.sa_handler = with_number;
	CHECK(sigaction(SIGUSR1, &act, NULL) == 0);
	raise(SIGUSR1);
	act.sa_flags |= (int)SA_RESETHAND;
	CHECK(sigaction(SIGUSR1, &act, NULL) == 0);
	raise(SIGUSR1);
	act.sa_flags = SA_ONSTACK | SA_SIGINFO;
	act.sa_sigaction = with_info;
	CHECK(sigaction(SIGUSR1, &act, NULL) == 0);
	raise(SIGUSR1);
	for (size_t i = 0; i < GUARD; i++)
		touched += memory[i] != PATTERN;
	printf("%d calls, %zu bytes below\n", calls, touched);
	stack.ss_flags = SS_DISABLE;
	CHECK(sigaltstack(&stack, NULL) == 0);
}

static void *in_a_thread(void *arg)
{
	on_stack_of(least() + 1024);
	return arg;
}

int main(void)
{
	pthread_t thread;

	null = open("/dev/null", O_WRONLY);
	memory = mmap(NULL, GUARD + 65536, PROT_READ | PROT_WRITE,
		      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	CHECK(memory != MAP_FAILED);
	on_stack_of(least() + 1024);
	on_stack_of(65536);
	/* In one that has recorded little so far. */
	CHECK(pthread_create(&thread, NULL, in_a_thread, NULL) == 0);
	CHECK(pthread_join(thread, NULL) == 0);
	return 0;
}
