/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Children created and ended in each way, by a process with a second thread.
 * With an argument the program is such a child, and ends as the argument says.
 */
#define _GNU_SOURCE
#include "check.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *self;
static char *new_environment[] = { "FROM=environment", NULL };

static int as_child(const char *how, int n_args)
{
	if (strcmp(how, "return") == 0)
		return 10 + n_args;
	if (strcmp(how, "exit") == 0)
		exit(20 + n_args);
	if (strcmp(how, "quick_exit") == 0)
		quick_exit(30 + n_args);
	if (strcmp(how, "_Exit") == 0)
		_Exit(40 + n_args);
	if (strcmp(how, "environment") == 0)
		return getenv("FROM") != NULL ? 50 + n_args : 1;
	return 2;
}

static void bye(void)
{
	printf("atexit of a child\n");
}

static void *idle(void *arg)
{
	for (;;)
		pause();
	return arg;
}

static void wait_for(const char *what, pid_t pid)
{
	int status;

	CHECK(pid > 0);
	CHECK(waitpid(pid, &status, 0) == pid);
	CHECK(WIFEXITED(status));
	printf("%s: %d\n", what, WEXITSTATUS(status));
	fflush(stdout);
}

/* In a child: execute this program by one of the functions. */
static void exec_by(int which)
{
	char *args[] = { (char *)self, "environment", "x", NULL };
	int fd = open(self, O_RDONLY);

	setenv("FROM", "setenv", 1);
	switch (which) {
	case 0:
		execl(self, self, "return", (char *)NULL);
		break;
	case 1:
		execl(self, self, "exit", "a", "b", "c", (char *)NULL);
		break;
	case 2:
		execle(self, self, "environment", "a", (char *)NULL,
		       new_environment);
		break;
	case 3:
		execlp(self, self, "quick_exit", "a", (char *)NULL);
		break;
	case 4:
		execv(self, args);
		break;
	case 5:
		execve(self, args, new_environment);
		break;
	case 6:
		execvp(self, args);
		break;
	case 7:
		execvpe(self, args, new_environment);
		break;
	case 8:
		fexecve(fd, args, new_environment);
		break;
	}
	_exit(98);
}

static void failures(void)
{
	char *args[] = { "none", NULL };
	char *unreadable[] = { (char *)8, NULL };
	const char *volatile nowhere = (const char *)8;
	const char *volatile nothing = NULL;
	char **volatile no_vector = NULL;
	pid_t pid = 77;

	CHECK(execv("/nonexistent", args) == -1 && errno == ENOENT);
	CHECK(execvp("nonexistent-program", args) == -1 && errno == ENOENT);
	CHECK(execl("/", "/", (char *)NULL) == -1 && errno == EACCES);
	CHECK(execve(nowhere, args, args) == -1 && errno == EFAULT);
	/* 3 x 2 EXEC; a path that cannot be read is not recorded. */
	CHECK(execve(self, args, unreadable) == -1 && errno == EFAULT);
	CHECK(execve(self, unreadable, args) == -1 && errno == EFAULT);
	CHECK(execve(self, args, (char **)(uintptr_t)nowhere) == -1 &&
	      errno == EFAULT);
	CHECK(execve(nothing, no_vector, no_vector) == -1 && errno == EFAULT);
	CHECK(execve(nothing, args, args) == -1 && errno == EFAULT);
	CHECK(fexecve(-1, args, args) == -1);
	CHECK(posix_spawn(&pid, "/nonexistent", NULL, NULL, args, args) ==
	      ENOENT);
	CHECK(pid == 77);
	printf("failures\n");
}

int main(int argc, char **argv)
{
	char *args[] = { argv[0], "_Exit", NULL };
	pthread_t thread;
	pid_t pid;

	self = argv[0];
	if (argc > 1)
		return as_child(argv[1], argc - 2);
	CHECK(pthread_create(&thread, NULL, idle, NULL) == 0);
	failures();
	fflush(stdout);

	for (int i = 0; i <= 8; i++) {
		pid = fork();
		if (pid == 0)
			exec_by(i);
		wait_for("fork and exec", pid);
	}

	pid = vfork();
	if (pid == 0) {
		close(0);
		execv(self, args);
		_exit(99);
	}
	wait_for("vfork and exec", pid);
	pid = vfork();
	if (pid == 0)
		_exit(60);
	wait_for("vfork and _exit", pid);
	pid = vfork();
	if (pid == 0) {
		execv("/nonexistent", args);
		execv("/nonexistent-either", args);
		_exit(64);
	}
	wait_for("vfork and no exec", pid);
	pid = vfork();
	if (pid == 0)
		kill(getpid(), SIGKILL);
	CHECK(waitpid(pid, NULL, 0) == pid);
	/* The first one after a child that recorded nothing. */
	pid = vfork();
	if (pid == 0)
		_exit(65);
	wait_for("vfork and _exit", pid);

	CHECK(posix_spawn(&pid, self, NULL, NULL, args, environ) == 0);
	wait_for("posix_spawn", pid);
	CHECK(posix_spawnp(&pid, self, NULL, NULL, args, environ) == 0);
	wait_for("posix_spawnp", pid);

	pid = fork();
	if (pid == 0) {
		atexit(bye);
		exit(61);
	}
	wait_for("exit", pid);
	pid = _Fork();
	if (pid == 0)
		_exit(62);
	wait_for("_Fork", pid);
	printf("system: %d\n", WEXITSTATUS(system("exit 63")));
	return 9;
}
