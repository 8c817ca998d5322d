/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Runs a program, but not for ever, even if it blocks its alarm:
 *
 *	limit SECONDS PROGRAM [ARGUMENT...]
 *
 * The status is that of the program, with 128 added to the number of a signal that
 * ended it.  If its time is up it says so as a program of the suite does, and the
 * status is 1.  SIGTERM ends the program, too.  One that is ended has five seconds
 * to do so by itself.
 *
 * The program has a process group of its own: what it sends to its group reaches
 * nobody else, and with the program its group is ended.  What outlives a program
 * that ended by itself is left alone: it may be a part of the implementation.
 */
#include <sys/types.h>
#include <sys/wait.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static pid_t program;
static sigset_t signals;
static volatile sig_atomic_t ending, late;

static void end(int sig)
{
	if (!ending && sig == SIGALRM)
		late = 1;
	kill(-program, ending ? SIGKILL : SIGTERM);
	ending = 1;
	alarm(5);
}

static void execute(char **argv, const sigset_t *mask)
{
	setpgid(0, 0);
	sigprocmask(SIG_SETMASK, mask, NULL);
	execvp(argv[0], argv);
	fprintf(stderr, "error: %s: %s\n", argv[0], strerror(errno));
	_exit(127);
}

/* The group keeps its number until the program is waited for. */
static int status_of_program(void)
{
	siginfo_t info;
	int status;

	while (waitid(P_PID, (id_t)program, &info, WEXITED | WNOWAIT) == -1 &&
			errno == EINTR)
		;
	sigprocmask(SIG_BLOCK, &signals, NULL);
	if (ending)
		kill(-program, SIGKILL);
	while (waitpid(program, &status, 0) == -1)
		if (errno != EINTR)
			return 126;
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int main(int argc, char **argv)
{
	struct sigaction action;
	sigset_t mask;
	int status;

	if (argc < 3)
		return 126;
	/* Whoever starts this may have left it ignored. */
	signal(SIGCHLD, SIG_DFL);
	/* No signal comes before there is somebody to pass it on to. */
	sigemptyset(&signals);
	sigaddset(&signals, SIGTERM);
	sigaddset(&signals, SIGALRM);
	sigprocmask(SIG_BLOCK, &signals, &mask);
	program = fork();
	if (program == -1)
		return 126;
	if (program == 0)
		execute(argv + 2, &mask);
	/* Here and there, because either may be first. */
	setpgid(program, program);
	/* What the terminal sends is the business of those who started this. */
	setpgid(0, 0);
	memset(&action, 0, sizeof(action));
	action.sa_handler = end;
	/* Neither interrupts the other, so that one comes after the other. */
	action.sa_mask = signals;
	sigaction(SIGTERM, &action, NULL);
	sigaction(SIGALRM, &action, NULL);
	alarm((unsigned int)strtoul(argv[1], NULL, 10));
	sigprocmask(SIG_UNBLOCK, &signals, NULL);
	status = status_of_program();
	if (!late)
		return status;
	printf("\nFAIL: it had to be killed when its time was up.\n");
	return 1;
}
