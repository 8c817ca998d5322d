/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * A program closes all descriptors but the first three, as daemons do, and then
 * opens its own files, which may get descriptors that the library used.  The
 * files must stay open, and only the program may write to them.
 */
#define _GNU_SOURCE
#include "check.h"

#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { FILES = 40, ROUNDS = 500 };

static int null;

/* More events than the stream has room for. */
static void *work(void *arg)
{
	for (int i = 0; i < ROUNDS; i++) {
		CHECK(write(null, "x", 1) == 1);
		free(malloc(100000));
	}
	return arg;
}

static void work_in_threads(void)
{
	pthread_t threads[4];

	for (int i = 0; i < 4; i++)
		CHECK(pthread_create(&threads[i], NULL, work, NULL) == 0);
	for (int i = 0; i < 4; i++)
		CHECK(pthread_join(threads[i], NULL) == 0);
}

static void close_all(int how)
{
	if (how == 0)
		CHECK(close_range(3, ~0U, 0) == 0);
	else if (how == 1)
		closefrom(3);
	else
		for (int fd = 3; fd < 1024; fd++)
			close(fd);
}

static void round_of(int how)
{
	int fds[FILES];
	struct stat status;
	pid_t pid;

	work_in_threads();
	close_all(how);
	for (int i = 0; i < FILES; i++) {
		fds[i] = open(".", O_RDWR | O_TMPFILE, 0600);
		CHECK(fds[i] == 3 + i);
	}
	null = open("/dev/null", O_WRONLY);
	work_in_threads();
	pid = fork();
	if (pid == 0) {
		work_in_threads();
		_exit(0);
	}
	CHECK(waitpid(pid, NULL, 0) == pid);
	for (int i = 0; i < FILES; i++) {
		CHECK(fstat(fds[i], &status) == 0);
		CHECK(status.st_size == 0 && S_ISREG(status.st_mode));
		CHECK(close(fds[i]) == 0);
	}
	printf("%d: untouched\n", how);
}

int main(void)
{
	null = open("/dev/null", O_WRONLY);
	for (int how = 0; how < 3; how++)
		round_of(how);
	return 0;
}
