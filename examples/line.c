/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * A traced program at one end of a line, a log at the other.
 *
 *	./line posixtrace LOG COMMAND [ARG...]
 *
 * The line is a pseudo terminal, which looks like a serial line to both ends:
 * `posixtrace live --frames` runs COMMAND and sends its events as frames to
 * the terminal, and `posixtrace receive` makes a log of them.  The ends
 * could also be on two computers.
 */
#define _XOPEN_SOURCE 700
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void fail(const char *what)
{
	fprintf(stderr, "line: %s: %s\n", what, strerror(errno));
	exit(1);
}

/* The near end is a descriptor, the far end has a name. */
static int open_line(const char **far)
{
	int near = posix_openpt(O_RDWR | O_NOCTTY);

	if (near < 0 || grantpt(near) < 0 || unlockpt(near) < 0)
		fail("a pseudo terminal");
	*far = ptsname(near);
	if (!*far)
		fail("ptsname");
	return near;
}

static pid_t run_sender(char *tool, const char *far, char **command, int n)
{
	char **args = calloc((size_t)n + 8, sizeof(*args));
	pid_t pid;
	int i = 0;

	if (!args)
		fail("calloc");
	args[i++] = tool;
	args[i++] = "live";
	args[i++] = "--frames";
	args[i++] = "-q";
	args[i++] = "-o";
	args[i++] = (char *)far;
	args[i++] = "--";
	memcpy(args + i, command, (size_t)n * sizeof(*args));
	pid = fork();
	if (pid < 0)
		fail("fork");
	if (pid == 0) {
		execvp(tool, args);
		_exit(127);
	}
	free(args);
	return pid;
}

static pid_t run_receiver(char *tool, char *log, int near)
{
	pid_t pid = fork();

	if (pid < 0)
		fail("fork");
	if (pid == 0) {
		/* The near end is the standard input of the receiver. */
		dup2(near, STDIN_FILENO);
		execlp(tool, tool, "receive", "-o", log, "-", (char *)NULL);
		_exit(127);
	}
	return pid;
}

static int wait_for(pid_t pid)
{
	int status;

	while (waitpid(pid, &status, 0) < 0) {
		if (errno != EINTR)
			fail("waitpid");
	}
	return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

int main(int argc, char **argv)
{
	const char *far;
	pid_t receiver, sender;
	int near, hold, sent, received;

	if (argc < 4) {
		fprintf(stderr, "usage: line POSIXTRACE LOG COMMAND [ARG...]\n");
		return 2;
	}
	near = open_line(&far);
	/* Kept open, so that the line exists until both ends are done. */
	hold = open(far, O_RDWR | O_NOCTTY);
	if (hold < 0)
		fail(far);
	fcntl(near, F_SETFD, FD_CLOEXEC);
	fcntl(hold, F_SETFD, FD_CLOEXEC);
	receiver = run_receiver(argv[1], argv[2], near);
	sender = run_sender(argv[1], far, argv + 3, argc - 3);
	sent = wait_for(sender);
	/* If the sender was killed, the end of the line ends the receiver. */
	close(near);
	if (sent != 0)
		close(hold);
	received = wait_for(receiver);
	return sent ? sent : received;
}
