/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Redirects what its children read and write, by means that cannot be seen: file
 * actions of posix_spawn(), and calls of a child of vfork(); and closes descriptors in
 * other ways than by close().  With an argument it is such a child.
 *
 * usage: redirecting, in a folder that has a file "in"
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static void end(pid_t child)
{
	int status;

	if (waitpid(child, &status, 0) != child || status != 0)
		abort();
}

static int child(void)
{
	char bytes[8];

	if (read(0, bytes, 3) != 3 || write(1, bytes, 3) != 3)
		return 1;
	/* It was to be closed. */
	return read(30, bytes, 1) == -1 ? 0 : 1;
}

static void spawn(char *self)
{
	char *args[] = { self, "child", NULL };
	posix_spawn_file_actions_t actions;
	pid_t pid;

	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_addopen(&actions, 0, "in", O_RDONLY, 0);
	posix_spawn_file_actions_addopen(&actions, 1, "spawned",
					 O_WRONLY | O_CREAT, 0600);
	if (posix_spawn(&pid, self, &actions, NULL, args, environ) != 0)
		abort();
	posix_spawn_file_actions_destroy(&actions);
	end(pid);
}

/* Its calls are those of a child: volatile for what it shares with its parent. */
static void fork_in_place(char *self)
{
	char *const args[] = { self, "child", NULL };
	const pid_t pid = vfork();

	if (pid == 0) {
		close(0);
		close(1);
		if (open("in", O_RDONLY) == 0 &&
		    open("in-place", O_WRONLY | O_CREAT, 0600) == 1)
			execv(self, args);
		_exit(1);
	}
	end(pid);
}

static void close_others(void)
{
	char bytes[8];
	const int fd = open("in", O_RDONLY);

	if (dup2(fd, 40) != 40 || dup2(fd, 41) != 41)
		abort();
	if (close_range(40, 40, 0) != 0)
		abort();
	if (read(40, bytes, 1) != -1 || read(41, bytes, 1) != 1)
		abort();
	closefrom(41);
	if (read(41, bytes, 1) != -1)
		abort();
}

int main(int argc, char **argv)
{
	(void)argv;
	if (argc > 1)
		return child();
	/* Its flag is set later: exec closes it. */
	if (dup2(open("in", O_RDONLY), 30) != 30 ||
	    fcntl(30, F_SETFD, FD_CLOEXEC) != 0)
		return 1;
	spawn(argv[0]);
	fork_in_place(argv[0]);
	close_others();
	return 0;
}
