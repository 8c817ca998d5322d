/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Seccomp filters that kill for whatever the program itself does not call.
 * Each child enters one in some way, goes on, and ends by itself.
 */
#define _GNU_SOURCE
#include "check.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int null, zero;

#define NUMBER								\
	BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr))
#define ALLOW(call)							\
	BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 1),		\
	BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define KILL(call)							\
	BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 1),		\
	BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS)
#define OTHERWISE(action) BPF_STMT(BPF_RET | BPF_K, action)
#define PROGRAM(filter) { sizeof(filter) / sizeof(*(filter)), filter }

/* Only what the child calls. */
static struct sock_filter strict_code[] = {
	NUMBER, ALLOW(SYS_read), ALLOW(SYS_write), ALLOW(SYS_rt_sigreturn),
	ALLOW(SYS_exit), ALLOW(SYS_exit_group),
	OTHERWISE(SECCOMP_RET_KILL_PROCESS),
};
static const struct sock_fprog strict = PROGRAM(strict_code);

/* What a program with threads and children does not call, and recording does. */
static struct sock_filter usual_code[] = {
	NUMBER, KILL(SYS_membarrier), KILL(SYS_flock), KILL(SYS_linkat),
	KILL(SYS_unlinkat), KILL(SYS_ftruncate), KILL(SYS_gettid),
	KILL(SYS_prctl), KILL(SYS_sigaltstack),
	OTHERWISE(SECCOMP_RET_ALLOW),
};
static const struct sock_fprog usual = PROGRAM(usual_code);

static struct sock_filter lenient_code[] = {
	NUMBER, KILL(SYS_reboot), OTHERWISE(SECCOMP_RET_ALLOW),
};
static const struct sock_fprog lenient = PROGRAM(lenient_code);

#ifdef SYS_newfstatat
#define FSTATAT SYS_newfstatat
#else
#define FSTATAT SYS_fstatat64
#endif

/* What recording calls, and what such a program does: nothing is different. */
static struct sock_filter sufficient_code[] = {
	NUMBER, ALLOW(SYS_futex), ALLOW(SYS_rt_sigprocmask),
	ALLOW(SYS_rt_sigpending), ALLOW(SYS_rt_sigtimedwait), ALLOW(SYS_mmap),
	ALLOW(SYS_munmap), ALLOW(SYS_mremap), ALLOW(SYS_madvise),
	ALLOW(SYS_getpid), ALLOW(SYS_getppid), ALLOW(SYS_gettid),
	ALLOW(SYS_geteuid), ALLOW(SYS_getcwd), ALLOW(SYS_prctl),
	ALLOW(SYS_sigaltstack),
	ALLOW(SYS_membarrier), ALLOW(SYS_openat), ALLOW(SYS_read),
	ALLOW(SYS_close), ALLOW(SYS_fstat), ALLOW(SYS_faccessat),
	ALLOW(SYS_faccessat2), ALLOW(FSTATAT),
#ifdef SYS_access
	ALLOW(SYS_access), ALLOW(SYS_mkdir), ALLOW(SYS_readlink),
#endif
	ALLOW(SYS_mkdirat), ALLOW(SYS_readlinkat), ALLOW(SYS_getdents64),
	ALLOW(SYS_flock), ALLOW(SYS_fcntl), ALLOW(SYS_ftruncate),
	ALLOW(SYS_fallocate), ALLOW(SYS_fchmod), ALLOW(SYS_linkat),
	ALLOW(SYS_unlinkat), ALLOW(SYS_kill), ALLOW(SYS_tgkill),
	/* The program's. */
	ALLOW(SYS_write), ALLOW(SYS_exit), ALLOW(SYS_exit_group),
	ALLOW(SYS_clone), ALLOW(SYS_clone3), ALLOW(SYS_wait4),
	ALLOW(SYS_mprotect), ALLOW(SYS_rseq), ALLOW(SYS_set_robust_list),
	ALLOW(SYS_clock_nanosleep), ALLOW(SYS_brk), ALLOW(SYS_rt_sigaction),
	ALLOW(SYS_rt_sigreturn),
	OTHERWISE(SECCOMP_RET_KILL_PROCESS),
};
static const struct sock_fprog sufficient = PROGRAM(sufficient_code);

/* Who the process is, is not to be asked, in two ways. */
static struct sock_filter blind_code[] = {
	NUMBER, KILL(SYS_getpid), OTHERWISE(SECCOMP_RET_ALLOW),
};
static const struct sock_fprog blind = PROGRAM(blind_code);

static struct sock_filter reserved_code[] = {
	NUMBER, BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_getpid, 0, 1),
	BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
	OTHERWISE(SECCOMP_RET_ALLOW),
};
static const struct sock_fprog reserved = PROGRAM(reserved_code);

static void write_some(int n)
{
	for (int i = 0; i < n; i++)
		CHECK(write(null, "x", 1) == 1);
}

static volatile sig_atomic_t arrived;

static void arrive(int sig)
{
	arrived = sig;
	write_some(1);
}

/* Many chunks of events, and a signal; ends with destructors. */
static void go_on(void)
{
	int pipe_end[2];
	char byte;
	pid_t child = getpid();

	CHECK(signal(SIGUSR1, arrive) != SIG_ERR);
	CHECK(pipe(pipe_end) == 0);
	write_some(10);
	if (fork() == 0) {
		/* Before it is in a sandbox. */
		usleep(100000);
		kill(child, SIGUSR1);
		usleep(100000);
		if (write(pipe_end[1], "x", 1) != 1)
			_exit(1);
		_exit(0);
	}
	CHECK(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0);
	CHECK(prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &strict, 0, 0) == 0);
	while (read(pipe_end[0], &byte, 1) != 1)
		;
	CHECK(arrived == SIGUSR1);
	write_some(40000);
	exit(20);
}

static void by_seccomp(void)
{
	CHECK(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0);
	CHECK(syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &strict) == 0);
	write_some(100);
	exit(21);
}

static void by_syscall(void)
{
	CHECK(syscall(SYS_prctl, PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0);
	CHECK(syscall(SYS_prctl, PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &strict,
		      0, 0) == 0);
	write_some(100);
	_exit(22);
}

static void *write_for_ever(void *arg)
{
	for (;;)
		write_some(1);
	return arg;
}

/* In a process that the C library does not know of. */
static void in_a_clone(void)
{
	const long pid = syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
	int status;

	CHECK(pid >= 0);
	if (pid == 0) {
		write_some(1);
		CHECK(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0);
		CHECK(prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &strict, 0,
			    0) == 0);
		write_some(100);
		_exit(5);
	}
	CHECK(waitpid((pid_t)pid, &status, 0) == pid);
	_exit(WEXITSTATUS(status) + 23);
}

/* Of all threads, one of which is recording. */
static void for_all_threads(void)
{
	pthread_t thread;

	CHECK(pthread_create(&thread, NULL, write_for_ever, NULL) == 0);
	usleep(50000);
	CHECK(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0);
	CHECK(syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER,
		      SECCOMP_FILTER_FLAG_TSYNC, &strict) == 0);
	write_some(5000);
	exit(23);
}

static void *write_and_end(void *arg)
{
	write_some(100);
	return arg;
}

static void threads(void)
{
	pthread_t thread;

	CHECK(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0);
	CHECK(prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &usual, 0, 0) == 0);
	for (int i = 0; i < 20; i++) {
		CHECK(pthread_create(&thread, NULL, write_and_end, NULL) == 0);
		CHECK(pthread_join(thread, NULL) == 0);
	}
	exit(24);
}

/* All is recorded, also when a second has passed. */
static void as_ever(void)
{
	const struct timespec moment = { .tv_nsec = 600000000 };
	pthread_t thread;
	int status;
	pid_t pid;

	CHECK(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0);
	CHECK(prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &sufficient, 0,
		    0) == 0);
	for (int i = 0; i < 2; i++) {
		CHECK(pthread_create(&thread, NULL, write_and_end, NULL) == 0);
		CHECK(pthread_join(thread, NULL) == 0);
		pid = fork();
		if (pid == 0) {
			write_some(500);
			exit(4);
		}
		CHECK(waitpid(pid, &status, 0) == pid && status == 4 << 8);
		nanosleep(&moment, NULL);
		write_some(1000);
	}
	exit(27);
}

/* Forked ones, and programs, by each way. */
static void children(void)
{
	static char *const args[] = { (char *)"true", NULL };
	int status;
	pid_t pid;

	CHECK(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0);
	CHECK(prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &usual, 0, 0) == 0);
	pid = fork();
	if (pid == 0) {
		write_some(10);
		exit(3);
	}
	CHECK(waitpid(pid, &status, 0) == pid && status == 3 << 8);
	pid = fork();
	if (pid == 0) {
		execvp("true", args);
		_exit(1);
	}
	CHECK(waitpid(pid, &status, 0) == pid && status == 0);
	pid = vfork();
	if (pid == 0) {
		execvp("true", args);
		_exit(1);
	}
	CHECK(waitpid(pid, &status, 0) == pid && status == 0);
	CHECK(posix_spawnp(&pid, "true", NULL, NULL, args, environ) == 0);
	CHECK(waitpid(pid, &status, 0) == pid && status == 0);
	CHECK(system("true") == 0);
	exit(25);
}

static void enter(const struct sock_fprog *filter)
{
	CHECK(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0);
	CHECK(prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, filter, 0, 0) == 0);
}

/* Nothing else calls read() as often, so these can be counted. */
static void read_some(int n)
{
	char byte;

	for (int i = 0; i < n; i++)
		CHECK(read(zero, &byte, 1) == 1);
}

/* A child in its parent's memory, which goes on afterwards. */
static void have_child(void)
{
	int status;
	pid_t pid = vfork();

	if (pid == 0)
		_exit(6);
	CHECK(waitpid(pid, &status, 0) == pid && status == 6 << 8);
}

/* All is recorded. */
static void vforks(void)
{
	enter(&usual);
	for (int i = 0; i < 3; i++) {
		have_child();
		read_some(100);
	}
	exit(28);
}

/* All up to the vfork, and that the rest is not. */
static void vforks_blindly(void)
{
	enter(&blind);
	read_some(100);
	have_child();
	read_some(100);
	exit(29);
}

/* All is recorded, but for children. */
static void is_refused_its_pid(void)
{
	enter(&reserved);
	read_some(100);
	exit(30);
}

/* Nothing is different afterwards. */
static void refused(void)
{
	struct sock_filter bad_code[] = { NUMBER };
	const struct sock_fprog bad = PROGRAM(bad_code);

	CHECK(prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, NULL, 0, 0) == -1);
	CHECK(errno == EFAULT);
	CHECK(syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, 1L) == -1);
	CHECK(errno == EFAULT);
	CHECK(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0);
	CHECK(syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &bad) == -1);
	CHECK(syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 1 << 30,
		      &strict) == -1);
	CHECK(errno == EINVAL);
	CHECK(prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &lenient, 0, 0) == 0);
	CHECK(system("exit 7") == 7 << 8);
	exit(26);
}

static void run(const char *name, void (*child)(void), int expected)
{
	int status;
	pid_t pid;

	fflush(NULL);
	pid = fork();
	if (pid == 0)
		child();
	CHECK(waitpid(pid, &status, 0) == pid);
	printf("%s: status %#x\n", name, status);
	CHECK(status == expected << 8);
}

int main(void)
{
	null = open("/dev/null", O_WRONLY);
	zero = open("/dev/zero", O_RDONLY);
	CHECK(null >= 0 && zero >= 0);
	run("strict", go_on, 20);
	run("by seccomp", by_seccomp, 21);
	run("by syscall", by_syscall, 22);
	run("in a clone", in_a_clone, 28);
	run("for all threads", for_all_threads, 23);
	run("threads", threads, 24);
	run("children", children, 25);
	run("vforks", vforks, 28);
	run("vforks blindly", vforks_blindly, 29);
	run("is refused its pid", is_refused_its_pid, 30);
	run("refused", refused, 26);
	run("as ever", as_ever, 27);
	return 0;
}
