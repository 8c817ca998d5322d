/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Identity and life of processes: also of dead ones, of pids that were used
 * again, and with names that look like the fields after the name.
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef CLONE_NEWTIME
#define CLONE_NEWTIME 0x00000080
#endif

#include "base/proc.h"
#include "support.h"

/* A child that waits to be killed; its name is set when this returns. */
static pid_t child_named(const char *name)
{
	int ready[2];
	pid_t pid;
	char c;

	ck_assert_int_eq(pipe(ready), 0);
	pid = fork();
	ck_assert_int_ge(pid, 0);
	if (pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		prctl(PR_SET_NAME, name);
		if (write(ready[1], "", 1) != 1)
			_exit(1);
		for (;;)
			pause();
	}
	ck_assert_int_eq(read(ready[0], &c, 1), 1);
	close(ready[0]);
	close(ready[1]);
	return pid;
}

static struct pxt_proc look_at(pid_t pid)
{
	struct pxt_proc proc;

	ck_assert_int_eq(pxt_proc_read(pid, &proc), 0);
	ck_assert_int_eq(proc.pid, pid);
	return proc;
}

START_TEST(own_process_is_known)
{
	struct pxt_proc self = look_at(getpid());

	ck_assert_int_eq(self.parent, getppid());
	ck_assert_uint_eq(self.uid, geteuid());
	ck_assert_int_eq(self.state, 'R');
	ck_assert_uint_gt(self.start, 0);
	ck_assert(pxt_proc_is_alive(getpid(), self.start));
}
END_TEST

START_TEST(process_of_another_start_time_is_another)
{
	struct pxt_proc self = look_at(getpid());

	/* A difference of one tick may be a rounding error. */
	ck_assert(!pxt_proc_is_alive(getpid(), self.start + 2));
	ck_assert(!pxt_proc_is_alive(getpid(), self.start - 2));
}
END_TEST

/* A process in a time namespace sees other start times in /proc. */
static void look_from_a_time_namespace(const char *offsets, pid_t pid,
				       uint64_t start, uint64_t now)
{
	static const char path[] = "/proc/self/timens_offsets";
	int fd, status;
	pid_t child;

	if (unshare(CLONE_NEWTIME) != 0)
		_exit(77);
	fd = open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0 || write(fd, offsets, strlen(offsets)) < 0)
		_exit(77);
	/* This process itself stays in its namespace. */
	if (look_at(pid).start != start)
		_exit(1);
	child = fork();
	if (child == 0) {
		struct pxt_proc proc = look_at(pid);

		if (proc.start != start || proc.is_vague ||
		    !pxt_proc_is_alive(pid, start) ||
		    pxt_proc_now() < now || pxt_proc_now() > now + 6000)
			_exit(2);
		/* The offset is not known any more, so all processes count as
		 * alive. */
		if (unshare(CLONE_NEWTIME) != 0 ||
		    pxt_proc_read(pid, &proc) != 0 || !proc.is_vague ||
		    !pxt_proc_is_alive(pid, start))
			_exit(3);
		_exit(0);
	}
	_exit(child > 0 && waitpid(child, &status, 0) == child &&
	      WIFEXITED(status) ? WEXITSTATUS(status) : 4);
}

START_TEST(start_time_is_the_same_from_any_time_namespace)
{
	static const char *const offsets[] = {
		"boottime 100000 0\nmonotonic 5000 0\n",
		"boottime -60 0\nmonotonic -60 0\n",
		"boottime 7 990000000\n",
	};
	struct pxt_proc self = look_at(getpid());
	uint64_t now = pxt_proc_now();
	pid_t pid = fork();
	int status;

	ck_assert_uint_le(self.start, now);
	if (pid == 0)
		look_from_a_time_namespace(offsets[_i], getppid(), self.start,
					   now);
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	ck_assert(WIFEXITED(status));
	/* 77: creating one is not permitted. */
	if (WEXITSTATUS(status) != 77)
		ck_assert_int_eq(WEXITSTATUS(status), 0);
}
END_TEST

START_TEST(no_process_is_not_there)
{
	/* Larger than the largest pid. */
	static const pid_t nobody[] = { 4194305, INT32_MAX };
	struct pxt_proc proc;

	for (int i = 0; i < 2; i++) {
		errno = 1234;
		ck_assert_int_eq(pxt_proc_read(nobody[i], &proc), ESRCH);
		ck_assert(!pxt_proc_is_alive(nobody[i], 0));
		ck_assert_int_eq(pxt_proc_thread_state(nobody[i], nobody[i]),
				 '\0');
		ck_assert_int_eq(errno, 1234);
	}
	ck_assert(!pxt_proc_is_alive(0, 0));
	ck_assert(!pxt_proc_is_alive(-1, 0));
}
END_TEST

/* One step finds what reading the parent finds, and the way ends at process 1. */
START_TEST(way_up_leads_over_the_parents)
{
	struct pxt_proc at = look_at(getpid()), above;
	struct pxt_climb climb;
	int n = 0;

	errno = 1234;
	ck_assert(pxt_proc_climb_begin(&climb, &at));
	while (pxt_proc_climb(&climb, &above)) {
		ck_assert_int_eq(above.pid, at.parent);
		at = look_at(above.pid);
		ck_assert_int_eq(above.own_pid, at.own_pid);
		ck_assert_uint_eq(above.space, at.space);
		ck_assert_uint_eq(above.start, at.start);
		ck_assert_int_eq(above.is_vague, at.is_vague);
		ck_assert_int_eq(above.parent, at.parent);
		n++;
	}
	ck_assert_int_eq(at.parent, 0);
	ck_assert_int_gt(n, 0);
	ck_assert_int_eq(errno, 1234);
}
END_TEST

/* The last bracket ends the name, not the first.  After the first one the name
 * looks like a state and a parent. */
static const char *const names[] = {
	"plain", "with space", "a) b", ")", "(", ") Z 1 (", "x) Z 1 2 3 4 5",
	"))))))))))))))", "\n", " ", "",
};
enum { N_NAMES = sizeof(names) / sizeof(*names) };

START_TEST(process_of_any_name_is_understood)
{
	struct pxt_proc self = look_at(getpid()), child;
	pid_t pid = child_named(names[_i]);

	child = look_at(pid);
	ck_assert_int_eq(child.parent, getpid());
	ck_assert_uint_ge(child.start, self.start);
	ck_assert_uint_lt(child.start, self.start + 100 * 60);
	ck_assert(child.state == 'S' || child.state == 'R');
	/* It may not sleep yet. */
	for (int i = 0; i < 5000 && child.state != 'S'; i++) {
		usleep(1000);
		child = look_at(pid);
	}
	ck_assert_int_eq(pxt_proc_thread_state(pid, pid), 'S');
	ck_assert(pxt_proc_is_alive(pid, child.start));
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
}
END_TEST

START_TEST(stopped_process_is_alive)
{
	pid_t pid = child_named("stopped");
	struct pxt_proc proc;
	int status;

	kill(pid, SIGSTOP);
	waitpid(pid, &status, WUNTRACED);
	proc = look_at(pid);
	ck_assert_int_eq(proc.state, 'T');
	ck_assert(pxt_proc_is_alive(pid, proc.start));
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
}
END_TEST

START_TEST(zombie_is_there_but_not_alive)
{
	pid_t pid = child_named("zombie");
	struct pxt_proc proc = look_at(pid);
	uint64_t start = proc.start;
	siginfo_t info;

	kill(pid, SIGKILL);
	waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT);
	proc = look_at(pid);
	ck_assert_int_eq(proc.state, 'Z');
	ck_assert_uint_eq(proc.start, start);
	ck_assert(!pxt_proc_is_alive(pid, start));

	waitpid(pid, NULL, 0);
	ck_assert_int_eq(pxt_proc_read(pid, &proc), ESRCH);
	ck_assert(!pxt_proc_is_alive(pid, start));
}
END_TEST

static _Atomic pid_t other_tid;

static void *tell_tid(void *arg)
{
	other_tid = (pid_t)syscall(SYS_gettid);
	while (*(_Atomic int *)arg == 0)
		usleep(1000);
	return NULL;
}

/* A fork of a process with one of these takes some milliseconds, because of the
 * memory that it maps. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { CHILDREN = 100 };
#else
enum { CHILDREN = 1000 };
#endif

/* Start children and wait for each, until there were enough. */
static void *reap_children(void *arg)
{
	_Atomic pid_t *child = arg;

	for (unsigned i = 0; i < CHILDREN; i++) {
		pid_t pid = fork();

		if (pid == 0)
			_exit(0);
		*child = pid;
		waitpid(pid, NULL, 0);
	}
	*child = 0;
	return NULL;
}

/* A process has a start time or does not exist, whatever ends at that
 * moment. */
START_TEST(process_is_waited_for_meanwhile)
{
	_Atomic pid_t child = getpid();
	pthread_t thread;
	pid_t pid;

	ck_assert_int_eq(pthread_create(&thread, NULL, reap_children,
					(void *)&child), 0);
	while ((pid = child) != 0) {
		struct pxt_proc proc;
		int err = pxt_proc_read(pid, &proc);

		ck_assert(err == ESRCH || (err == 0 && proc.start != 0));
	}
	pthread_join(thread, NULL);
}
END_TEST

START_TEST(threads_have_states_of_their_own)
{
	_Atomic int end = 0;
	pthread_t thread;
	char state;

	ck_assert_int_eq(pthread_create(&thread, NULL, tell_tid, &end), 0);
	while (other_tid == 0)
		usleep(100);
	ck_assert_int_eq(pxt_proc_thread_state(getpid(), getpid()), 'R');
	state = pxt_proc_thread_state(getpid(), other_tid);
	ck_assert(state == 'S' || state == 'R');
	end = 1;
	pthread_join(thread, NULL);
	/* The thread has ended, or is ending. */
	for (int i = 0; i < 1000 && state; i++) {
		usleep(1000);
		state = pxt_proc_thread_state(getpid(), other_tid);
	}
	ck_assert_int_eq(state, '\0');
	/* A thread of this process is no thread of another process. */
	ck_assert_int_eq(pxt_proc_thread_state(getppid(), getpid()), '\0');
}
END_TEST

START_TEST(process_that_cannot_be_checked_is_not_dead)
{
	struct pxt_proc self = look_at(getpid());
	struct rlimit old, none = {0};

	/* No descriptor is free, so /proc cannot be read. */
	ck_assert_int_eq(getrlimit(RLIMIT_NOFILE, &old), 0);
	none.rlim_max = old.rlim_max;
	ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &none), 0);
	ck_assert_int_eq(pxt_proc_thread_state(getpid(), getpid()), 'R');
	ck_assert_int_eq(pxt_proc_thread_state(4194305, 4194305), '\0');
	ck_assert(pxt_proc_is_alive(getpid(), self.start));
	ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &old), 0);
}
END_TEST

START_TEST(pid_namespace_is_the_same_for_parent_and_child)
{
	uint32_t space = pxt_proc_space();
	int status = -1;
	pid_t pid = fork();

	if (pid == 0)
		_exit(pxt_proc_space() != space);
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	ck_assert_int_eq(status, 0);
	ck_assert_uint_eq(pxt_proc_space(), space);
}
END_TEST

/* Continue in a child in a pid namespace of its own, where it has pid 1.  The
 * parent ends with the child's status. */
static void enter_pid_namespace(void)
{
	int status = -1;
	pid_t child;

	if (unshare(CLONE_NEWPID) != 0)
		_exit(77);
	child = fork();
	if (child != 0)
		_exit(child > 0 && waitpid(child, &status, 0) == child &&
		      WIFEXITED(status) ? WEXITSTATUS(status) : 2);
	pxt_proc_forget();
}

START_TEST(pid_namespace_is_another_in_a_container)
{
	uint32_t space = pxt_proc_space();
	pid_t pid = fork();
	int status;

	/* After the second fork, parent and child have the same pid. */
	for (int i = 0; pid == 0 && i < 3; i++) {
		uint32_t outer = pxt_proc_space();

		enter_pid_namespace();
		if (getpid() != 1 || pxt_proc_space() == outer)
			_exit(1);
	}
	if (pid == 0)
		_exit(0);
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	ck_assert(WIFEXITED(status));
	/* 77: creating one is not permitted. */
	if (WEXITSTATUS(status) != 77)
		ck_assert_int_eq(WEXITSTATUS(status), 0);
	ck_assert_uint_eq(pxt_proc_space(), space);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("proc");
	TCase *tc = support_case(suite, "proc");

	tcase_add_test(tc, own_process_is_known);
	tcase_add_test(tc, process_of_another_start_time_is_another);
	tcase_add_loop_test(tc, start_time_is_the_same_from_any_time_namespace,
			    0, 3);
	tcase_add_test(tc, no_process_is_not_there);
	tcase_add_test(tc, way_up_leads_over_the_parents);
	tcase_add_loop_test(tc, process_of_any_name_is_understood, 0, N_NAMES);
	tcase_add_test(tc, stopped_process_is_alive);
	tcase_add_test(tc, zombie_is_there_but_not_alive);
	tcase_add_test(tc, process_is_waited_for_meanwhile);
	tcase_add_test(tc, threads_have_states_of_their_own);
	tcase_add_test(tc, process_that_cannot_be_checked_is_not_dead);
	tcase_add_test(tc, pid_namespace_is_the_same_for_parent_and_child);
	tcase_add_test(tc, pid_namespace_is_another_in_a_container);
	return support_run(suite);
}
