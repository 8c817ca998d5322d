/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Runs a program by each function that can: run-by WAY PROGRAM [ARG...]. */
#define _GNU_SOURCE
#include "check.h"

#include <fcntl.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static _Noreturn void become(const char *way, char **args)
{
	if (strcmp(way, "execv") == 0)
		execv(args[0], args);
	else if (strcmp(way, "execve") == 0)
		execve(args[0], args, environ);
	else if (strcmp(way, "execvp") == 0)
		execvp(args[0], args);
	else if (strcmp(way, "execvpe") == 0)
		execvpe(args[0], args, environ);
	else if (strcmp(way, "execl") == 0)
		execl(args[0], args[0], (char *)NULL);
	else if (strcmp(way, "execlp") == 0)
		execlp(args[0], args[0], (char *)NULL);
	else if (strcmp(way, "execle") == 0)
		execle(args[0], args[0], (char *)NULL, environ);
	else if (strcmp(way, "fexecve") == 0)
		fexecve(open(args[0], O_RDONLY), args, environ);
	else if (strcmp(way, "fexecve-path") == 0)
		fexecve(open(args[0], O_PATH), args, environ);
	perror(way);
	_exit(99);
}

int main(int argc, char **argv)
{
	const char *way = argv[1];
	char **args = argv + 2;
	pid_t pid;
	int status;

	CHECK(argc > 2);
	if (strcmp(way, "posix_spawn") == 0) {
		CHECK(posix_spawn(&pid, args[0], NULL, NULL, args,
				  environ) == 0);
	} else if (strcmp(way, "posix_spawnp") == 0) {
		CHECK(posix_spawnp(&pid, args[0], NULL, NULL, args,
				   environ) == 0);
	} else if (strcmp(way, "vfork") == 0) {
		pid = vfork();
		if (pid == 0) {
			execv(args[0], args);
			_exit(98);
		}
	} else {
		become(way, args);
	}
	CHECK(waitpid(pid, &status, 0) == pid);
	printf("%s: status %#x\n", way, status);
	return 0;
}
