/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * A handler of pthread_atfork() that was there before any of a library, as the runtime
 * of ThreadSanitizer that is linked into a program has: in the child it begins a thread.
 *
 * Records 200 x FORK, and of each child 1 x PROCESS, 1 x THREAD_CREATE, 1 x THREAD_START,
 * 1 x THREAD_JOIN, 1 x THREAD_EXIT, 4 x OPEN.
 */
#define _GNU_SOURCE
#include "check.h"

#include <fcntl.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

enum { CHILDREN = 200 };

static pthread_t thread;

static void use(void)
{
	for (int i = 0; i < 2; i++)
		close(open("/dev/null", O_RDONLY));
}

static void *run(void *none)
{
	use();
	return none;
}

static void in_child(void)
{
	CHECK(pthread_create(&thread, NULL, run, NULL) == 0);
}

static void begin(int argc, char **argv, char **envp)
{
	(void)argc;
	(void)argv;
	(void)envp;
	CHECK(pthread_atfork(NULL, NULL, in_child) == 0);
}

/* Before all constructors, those of libraries too. */
__attribute__((section(".preinit_array"), used))
static void (*const first)(int, char **, char **) = begin;

int main(void)
{
	int bad = 0;

	for (int i = 0; i < CHILDREN; i++) {
		pid_t child = fork();
		int status;

		if (child == 0) {
			use();
			CHECK(pthread_join(thread, NULL) == 0);
			_exit(0);
		}
		CHECK(child > 0 && waitpid(child, &status, 0) == child);
		bad += status != 0;
	}
	printf("%d children ended badly\n", bad);
	return bad != 0;
}
