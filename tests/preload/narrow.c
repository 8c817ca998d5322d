/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Handlers on alternate stacks.  One stack has room for what the kernel stores
 * for a handler and one KiB more, with a pattern below it; the other is large.
 * On the first there is no room for recording, so nothing is recorded.  The
 * required size, AT_MINSIGSTKSZ, may be much larger, because it includes
 * registers that most programs never use.
 */
#define _GNU_SOURCE
#include "check.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
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

static volatile uintptr_t in_handler;

static void note_frame(int sig)
{
	(void)sig;
	in_handler = (uintptr_t)__builtin_frame_address(0);
}

/* Bytes of an alternate stack in use when a handler begins. */
static size_t pushed(void)
{
	const struct sigaction act = {
		.sa_handler = note_frame, .sa_flags = SA_ONSTACK
	};
	stack_t stack = { .ss_sp = memory + GUARD, .ss_size = 65536 };
	struct sigaction old;

	CHECK(sigaltstack(&stack, NULL) == 0);
	CHECK(sigaction(SIGWINCH, &act, &old) == 0);
	raise(SIGWINCH);
	CHECK(sigaction(SIGWINCH, &old, NULL) == 0);
	stack.ss_flags = SS_DISABLE;
	CHECK(sigaltstack(&stack, NULL) == 0);
	return (uintptr_t)stack.ss_sp + 65536 - in_handler;
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
	on_stack_of(pushed() + 1024);
	return arg;
}

int main(void)
{
	pthread_t thread;

	null = open("/dev/null", O_WRONLY);
	memory = mmap(NULL, GUARD + 65536, PROT_READ | PROT_WRITE,
		      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	CHECK(memory != MAP_FAILED);
	on_stack_of(pushed() + 1024);
	on_stack_of(65536);
	/* In a thread that has recorded little so far. */
	CHECK(pthread_create(&thread, NULL, in_a_thread, NULL) == 0);
	CHECK(pthread_join(thread, NULL) == 0);
	return 0;
}
