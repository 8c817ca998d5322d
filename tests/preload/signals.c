/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Handlers of every kind, reading actions, jumping out of handlers, and the
 * effect of fork, vfork and exec.  With the argument "again" it is the program
 * after its exec: handlers are reset, ignored signals stay ignored.
 */
#define _GNU_SOURCE
#include "check.h"

#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile sig_atomic_t count;
static volatile sig_atomic_t last;
static volatile sig_atomic_t sender_is_self;
static sigjmp_buf back;

static void plain(int sig)
{
	int byte;

	count++;
	last = sig;
	/* An interposed call in a handler. */
	CHECK(read(-1, &byte, 1) == -1);
}

static void other(int sig)
{
	last = -sig;
}

static void with_info(int sig, siginfo_t *info, void *context)
{
	count++;
	last = sig;
	sender_is_self = info->si_pid == getpid() && context != NULL;
}

static void jump(int sig)
{
	siglongjmp(back, sig);
}

static void set(int sig, void (*handler)(int), int flags)
{
	struct sigaction act = { .sa_handler = handler, .sa_flags = flags };

	sigaddset(&act.sa_mask, SIGHUP);
	CHECK(sigaction(sig, &act, NULL) == 0);
}

static struct sigaction get(int sig)
{
	struct sigaction act;

	CHECK(sigaction(sig, NULL, &act) == 0);
	return act;
}

#ifndef SA_RESTORER
#define SA_RESTORER 0x04000000
#endif

static void read_back(void)
{
	struct sigaction act;
	struct sigaction *volatile same = &act;

	set(SIGUSR1, plain, SA_RESTART);
	act = get(SIGUSR1);
	CHECK(act.sa_handler == plain);
	CHECK((act.sa_flags & ~SA_RESTORER) == SA_RESTART);
	CHECK(sigismember(&act.sa_mask, SIGHUP) == 1);
	CHECK(sigismember(&act.sa_mask, SIGINT) == 0);

	/* The same object for both; it receives the old action. */
	act.sa_handler = other;
	CHECK(sigaction(SIGUSR1, &act, same) == 0);
	CHECK(act.sa_handler == plain);
	raise(SIGUSR1);
	CHECK(last == -SIGUSR1);
	CHECK(sigaction(SIGUSR1, &act, NULL) == 0);
	raise(SIGUSR1);
	CHECK(last == SIGUSR1 && count == 1);

	act.sa_sigaction = with_info;
	act.sa_flags = SA_SIGINFO | SA_NODEFER;
	CHECK(sigaction(SIGUSR2, &act, NULL) == 0);
	act = get(SIGUSR2);
	CHECK(act.sa_sigaction == with_info);
	CHECK((act.sa_flags & ~SA_RESTORER) == (SA_SIGINFO | SA_NODEFER));
	raise(SIGUSR2);
	CHECK(last == SIGUSR2 && sender_is_self);

	set(SIGUSR2, SIG_IGN, 0);
	CHECK(get(SIGUSR2).sa_handler == SIG_IGN);
	raise(SIGUSR2);
	set(SIGUSR2, SIG_DFL, 0);
	CHECK(get(SIGUSR2).sa_handler == SIG_DFL);
	CHECK(sigaction(0, NULL, &act) == -1 && errno == EINVAL);
	act.sa_handler = plain;
	CHECK(sigaction(SIGKILL, &act, NULL) == -1 && errno == EINVAL);
	printf("read back\n");
}

static void one_shot(void)
{
	struct sigaction act = { .sa_handler = plain };

	act.sa_flags = SA_RESETHAND;
	CHECK(sigaction(SIGUSR2, &act, NULL) == 0);
	raise(SIGUSR2);
	CHECK(last == SIGUSR2);
	act = get(SIGUSR2);
	CHECK(act.sa_handler == SIG_DFL);
	printf("one shot: flags %#x\n", act.sa_flags & ~SA_RESTORER);
	CHECK(__sysv_signal(SIGUSR2, plain) == SIG_DFL);
	raise(SIGUSR2);
	CHECK(get(SIGUSR2).sa_handler == SIG_DFL);
}

static void old_functions(void)
{
	CHECK(signal(SIGUSR2, plain) == SIG_DFL);
	CHECK(signal(SIGUSR2, other) == plain);
	CHECK(get(SIGUSR2).sa_handler == other);
	printf("signal: flags %#x\n", get(SIGUSR2).sa_flags & ~SA_RESTORER);
	raise(SIGUSR2);
	CHECK(last == -SIGUSR2);
	CHECK(signal(SIGUSR2, SIG_IGN) == other);
	CHECK(signal(SIGUSR2, SIG_DFL) == SIG_IGN);
	CHECK(signal(SIGKILL, plain) == SIG_ERR);
}

static void jump_out(void)
{
	set(SIGUSR2, jump, 0);
	for (volatile int i = 0; i < 1000; i++)
		if (sigsetjmp(back, 1) == 0) {
			raise(SIGUSR2);
			CHECK(!"reached");
		}
	printf("jumped out\n");
}

static void other_stack(void)
{
	static char memory[65536];
	stack_t stack = { .ss_sp = memory, .ss_size = sizeof(memory) };
	volatile int *volatile nowhere = (volatile int *)16;

	CHECK(sigaltstack(&stack, NULL) == 0);
	set(SIGSEGV, jump, SA_ONSTACK);
	if (sigsetjmp(back, 1) == 0) {
		*nowhere = 1;
		CHECK(!"reached");
	}
	set(SIGSEGV, SIG_DFL, 0);
	printf("other stack\n");
}

/* More handlers than the preload library has slots for. */
#define H(n) static void handler_##n(int sig) { last = sig + 1000 * (n); }
#define H10(n) H(n##0) H(n##1) H(n##2) H(n##3) H(n##4)			\
	H(n##5) H(n##6) H(n##7) H(n##8) H(n##9)
H10(1) H10(2) H10(3) H10(4) H10(5) H10(6) H10(7) H10(8)
#undef H
#define H(n) { handler_##n, n },
static const struct {
	void (*function)(int);
	int number;
} many[] = {
	H10(1) H10(2) H10(3) H10(4) H10(5) H10(6) H10(7) H10(8)
};

static void many_handlers(void)
{
	for (size_t i = 0; i < sizeof(many) / sizeof(many[0]); i++) {
		set(SIGUSR2, many[i].function, 0);
		raise(SIGUSR2);
		CHECK(last == SIGUSR2 + 1000 * many[i].number);
		CHECK(get(SIGUSR2).sa_handler == many[i].function);
	}
	printf("many handlers\n");
}

static int status_of(pid_t pid)
{
	int status;

	CHECK(waitpid(pid, &status, 0) == pid);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

static void children(char **argv)
{
	pid_t pid;

	set(SIGUSR1, plain, 0);
	pid = fork();
	if (pid == 0) {
		last = 0;
		raise(SIGUSR1);
		_exit(last == SIGUSR1 && get(SIGUSR1).sa_handler == plain);
	}
	CHECK(status_of(pid) == 1);

	/* A vfork child has its own actions, but not its own memory. */
	pid = vfork();
	if (pid == 0) {
		struct sigaction act = { .sa_handler = other };

		sigaction(SIGUSR1, &act, NULL);
		signal(SIGUSR2, SIG_IGN);
		execl(argv[0], argv[0], "again", (char *)NULL);
		_exit(99);
	}
	CHECK(status_of(pid) == 42);
	CHECK(get(SIGUSR1).sa_handler == plain);
	raise(SIGUSR1);
	CHECK(last == SIGUSR1);

	fflush(stdout);
	pid = fork();
	if (pid == 0) {
		set(SIGTERM, SIG_DFL, 0);
		raise(SIGTERM);
	}
	CHECK(status_of(pid) == -SIGTERM);
	printf("children\n");
}

int main(int argc, char **argv)
{
	if (argc > 1) {
		CHECK(get(SIGUSR1).sa_handler == SIG_DFL);
		CHECK(get(SIGUSR2).sa_handler == SIG_IGN);
		return 42;
	}
	read_back();
	one_shot();
	old_functions();
	jump_out();
	other_stack();
	many_handlers();
	children(argv);
	return 0;
}
