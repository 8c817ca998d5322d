/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Children that exit, are killed, stop and go on, and signals in every way.
 *
 * Records 16 x WAITPID and 12 x KILL; 8 x FORK, 3 x SIGNAL.
 */
#define _GNU_SOURCE
#include "check.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static void *volatile nowhere = (void *)8;

static pid_t exits(int status)
{
	pid_t pid = fork();

	if (pid == 0)
		_exit(status);
	CHECK(pid > 0);
	return pid;
}

static pid_t sleeps(void)
{
	pid_t pid = fork();

	if (pid == 0)
		for (;;)
			pause();
	CHECK(pid > 0);
	return pid;
}

/* 8 x WAITPID, 5 x FORK. */
static void ends(void)
{
	struct rusage usage;
	siginfo_t info;
	int status = 0;
	pid_t pid = exits(3);

	errno = ERANGE;
	CHECK(wait(&status) == pid && WEXITSTATUS(status) == 3);
	pid = exits(4);
	CHECK(waitpid(pid, NULL, 0) == pid && errno == ERANGE);
	exits(5);
	CHECK(wait3(&status, 0, &usage) > 0 && WEXITSTATUS(status) == 5);
	pid = exits(6);
	CHECK(wait4(pid, &status, 0, NULL) == pid);
	pid = exits(7);
	memset(&info, 0, sizeof(info));
	CHECK(waitid(P_PID, (id_t)pid, &info, WEXITED) == 0);
	CHECK(info.si_pid == pid && info.si_status == 7);
	CHECK(wait(NULL) == -1 && errno == ECHILD);
	CHECK(waitid(P_ALL, 0, NULL, WEXITED) == -1 && errno == ECHILD);
	CHECK(waitpid(-1, nowhere, WNOHANG) == -1 && errno == ECHILD);
	printf("ends\n");
}

/* 8 x WAITPID, 5 x KILL, 3 x FORK. */
static void stops(void)
{
	siginfo_t info;
	int status;
	pid_t pid = sleeps(), other = sleeps(), third;

	CHECK(waitpid(pid, &status, WNOHANG) == 0);
	memset(&info, 0, sizeof(info));
	CHECK(waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG) == 0);
	CHECK(info.si_pid == 0);
	CHECK(kill(pid, SIGSTOP) == 0);
	CHECK(waitpid(pid, &status, WUNTRACED) == pid && WIFSTOPPED(status));
	CHECK(kill(pid, SIGCONT) == 0);
	CHECK(waitid(P_PID, (id_t)pid, &info, WCONTINUED) == 0);
	CHECK(info.si_code == CLD_CONTINUED);
	CHECK(kill(pid, SIGKILL) == 0);
	CHECK(waitpid(pid, &status, 0) == pid && WTERMSIG(status) == SIGKILL);
	CHECK(kill(other, SIGTERM) == 0);
	CHECK(waitid(P_PID, (id_t)other, &info, WEXITED) == 0);
	CHECK(info.si_code == CLD_KILLED && info.si_status == SIGTERM);
	third = sleeps();
	CHECK(sigqueue(third, SIGUSR2, (union sigval){ .sival_int = 5 }) == 0);
	CHECK(waitpid(third, &status, 0) == third);
	CHECK(waitpid(third, &status, 0) == -1 && errno == ECHILD);
	printf("stops\n");
}

static volatile sig_atomic_t n_got;

static void on_signal(int sig)
{
	(void)sig;
	n_got++;
}

/* 7 x KILL. */
static void sends(void)
{
	CHECK(signal(SIGUSR1, on_signal) != SIG_ERR);
	errno = ERANGE;
	CHECK(raise(SIGUSR1) == 0 && n_got == 1);
	CHECK(pthread_kill(pthread_self(), SIGUSR1) == 0 && n_got == 2);
	CHECK(tgkill(getpid(), (pid_t)syscall(SYS_gettid), SIGUSR1) == 0);
	CHECK(n_got == 3 && errno == ERANGE);
	CHECK(pthread_kill(pthread_self(), 999) == EINVAL);
	CHECK(kill(getpid(), 999) == -1 && errno == EINVAL);
	CHECK(killpg(getpgrp(), 0) == 0);
	CHECK(pthread_sigqueue(pthread_self(), 0, (union sigval){ 0 }) == 0);
	printf("sends\n");
}

int main(void)
{
	ends();
	stops();
	sends();
	return 0;
}
