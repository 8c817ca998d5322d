/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Sandboxes that kill a process that reads the processor's counter.  Each child
 * is recorded until then, reports it once, and continues.  With a filter that
 * refuses system calls that recording makes, it is recorded to its end.
 */
#define _GNU_SOURCE
#include "check.h"

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static int to_child[2], from_child[2];

/* Only read, write, and ending the thread are allowed here. */
static void echo(void)
{
	char text[8];
	ssize_t n = read(to_child[0], text, sizeof(text));

	if (n > 0 && write(from_child[1], text, (size_t)n) != n)
		n = 0;
	syscall(SYS_exit, n == 4 ? 40 : 41);
}

static void by_prctl(void)
{
	/* If it fails, nothing is different. */
	CHECK(prctl(PR_SET_SECCOMP, 77, 0, 0, 0) == -1 && errno == EINVAL);
	CHECK(prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT) == 0);
	echo();
}

static void by_seccomp(void)
{
	CHECK(syscall(SYS_seccomp, SECCOMP_SET_MODE_STRICT, 1, NULL) == -1);
	CHECK(write(from_child[1], "", 0) == 0);
	CHECK(syscall(SYS_seccomp, SECCOMP_SET_MODE_STRICT, 0, NULL) == 0);
	echo();
}

static void by_syscall(void)
{
	CHECK(syscall(SYS_prctl, PR_SET_SECCOMP, SECCOMP_MODE_STRICT, 0, 0,
		      0) == 0);
	echo();
}

static void without_counter(void)
{
	if (prctl(PR_SET_TSC, PR_TSC_SIGSEGV, 0, 0, 0) != 0)
		_exit(40);
	CHECK(prctl(PR_SET_NAME, "no counter", 0, 0, 0) == 0);
	free(malloc(1000000));
	echo();
}

/* The number of the system call is the first that a filter sees. */
#define REFUSE(call)							\
	BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 1),		\
	BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM)

static void with_filter(void)
{
	struct sock_filter filter[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
			 offsetof(struct seccomp_data, nr)),
		REFUSE(SYS_futex), REFUSE(SYS_madvise), REFUSE(SYS_flock),
		REFUSE(SYS_membarrier), REFUSE(SYS_openat), REFUSE(SYS_kill),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	const struct sock_fprog program = {
		sizeof(filter) / sizeof(*filter), filter
	};

	free(malloc(1000000));
	CHECK(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0);
	CHECK(prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0);
	free(malloc(1000000));
	echo();
}

static void nothing(int sig)
{
	(void)sig;
}

static void run(const char *name, void (*enter)(void))
{
	char text[8] = "";
	int status;
	pid_t pid;

	CHECK(pipe(to_child) == 0 && pipe(from_child) == 0);
	CHECK(write(to_child[1], "text", 4) == 4);
	pid = fork();
	if (pid == 0)
		enter();
	CHECK(waitpid(pid, &status, 0) == pid);
	printf("%s: status %#x\n", name, status);
	close(from_child[1]);
	CHECK(read(from_child[0], text, sizeof(text)) == 4);
	CHECK(strcmp(text, "text") == 0);
	close(from_child[0]);
	close(to_child[0]);
	close(to_child[1]);
}

int main(void)
{
	signal(SIGUSR1, nothing);
	run("prctl", by_prctl);
	run("seccomp", by_seccomp);
	run("prctl by syscall", by_syscall);
	run("no counter", without_counter);
	run("filter that refuses", with_filter);
	return 0;
}
