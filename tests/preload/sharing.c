/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Children that share the memory of their parent record nothing in its place, while
 * their parent, its handlers and children that have a copy do.  Of those that share
 * it each calls fsync(), which no one else does; each that has a copy calls dup().
 */
#define _GNU_SOURCE
#include "check.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

enum { VFORKS = 400, STACK = 16384, CALLS = 200 };

pid_t __vfork(void);

static void wait_for(pid_t pid)
{
	int status;

	CHECK(pid > 0);
	CHECK(waitpid(pid, &status, 0) == pid);
	CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 7);
}

static void note(int signal)
{
	(void)signal;
	CHECK(write(-1, "", 1) == -1);
}

/* A handler may come at any moment before the child is there, and in it. */
static void vforks(void)
{
	const struct itimerval often = { { 0, 50 }, { 0, 50 } }, never = { 0 };
	struct sigaction action = { .sa_handler = note, .sa_flags = SA_RESTART };

	CHECK(sigaction(SIGALRM, &action, NULL) == 0);
	CHECK(setitimer(ITIMER_REAL, &often, NULL) == 0);
	for (int i = 0; i < VFORKS; i++) {
		pid_t pid = vfork();

		if (pid == 0) {
			fsync(-1);
			_exit(7);
		}
		wait_for(pid);
		pid = __vfork();
		if (pid == 0) {
			fsync(-1);
			_exit(7);
		}
		wait_for(pid);
	}
	CHECK(setitimer(ITIMER_REAL, &never, NULL) == 0);
}

static int run(void *arg)
{
	for (int i = 0; i < CALLS; i++)
		fsync(-1);
	return arg ? 7 : 8;
}

/* The child runs beside its parent, on a part of its stack. */
static void clones(int flags)
{
	_Alignas(16) char stack[STACK];
	pid_t pid = clone(run, stack + sizeof(stack), CLONE_VM | SIGCHLD | flags,
			  stack);

	for (int i = 0; i < CALLS; i++)
		CHECK(write(-1, "", 1) == -1);
	wait_for(pid);
}

#ifdef __x86_64__
/* Without the C library. */
static void clone_bare(void)
{
	char *stack = mmap(NULL, STACK * 16, PROT_READ | PROT_WRITE,
			   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	uintptr_t *top = (uintptr_t *)(void *)(stack + STACK * 16) - 2;
	long pid;

	CHECK(stack != MAP_FAILED);
	top[0] = (uintptr_t)run;
	top[1] = (uintptr_t)stack;
	__asm__ volatile("syscall\n"
			 "	test %%eax, %%eax\n"
			 "	jnz 1f\n"
			 "	pop %%rax\n"
			 "	pop %%rdi\n"
			 "	xor %%ebp, %%ebp\n"
			 "	call *%%rax\n"
			 "	mov %%eax, %%edi\n"
			 "	mov $60, %%eax\n"
			 "	syscall\n"
			 "1:\n"
			 : "=a"(pid)
			 : "a"(SYS_clone), "D"(CLONE_VM | SIGCHLD), "S"(top),
			   "d"(0)
			 : "rcx", "r11", "r10", "r8", "memory");
	for (int i = 0; i < CALLS; i++)
		CHECK(write(-1, "", 1) == -1);
	wait_for((pid_t)pid);
}
#endif

/* Of another thread, whose answer to the question is its own. */
static void *clone_in_thread(void *arg)
{
#ifdef __x86_64__
	clone_bare();
#endif
	clones(0);
	clones(CLONE_VFORK);
	return arg;
}

static __attribute__((noinline)) int far_down(unsigned depth)
{
	volatile char room[4096];

	memset((char *)room, (int)depth, sizeof(room));
	return depth ? far_down(depth - 1) + room[0] : dup(-1);
}

/* A child that the C library does not know of, but with a copy. */
static void copy(void)
{
	const pid_t pid = (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);

	CHECK(pid >= 0);
	if (pid == 0) {
		CHECK(dup(-1) == -1);
		far_down(60);
		CHECK(dup(-1) == -1);
		_exit(7);
	}
	wait_for(pid);
}

int main(void)
{
	pthread_t thread;

	CHECK(read(-1, NULL, 0) == -1);
	copy();
	vforks();
	CHECK(pthread_create(&thread, NULL, clone_in_thread, NULL) == 0);
	CHECK(pthread_join(thread, NULL) == 0);
#ifdef __x86_64__
	clone_bare();
#endif
	clones(0);
	copy();
	puts("shared");
	return 5;
}
