/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Processes in pid namespaces that share a /dev/shm.  The same pid means
 * another process in another namespace.  No process may be taken for another
 * one, or for dead.
 */
#include "processes.h"

struct shared {
	_Atomic uint32_t ready, go, over;
	_Atomic int32_t pid[4];
	_Atomic uint32_t recorded;
};

static struct shared *shared;

static void share(void)
{
	shared = hz_share(sizeof(*shared));
	hz_need_root();
}

/* A container's /proc: its own, or that of its host. */
enum proc { OWN, FOREIGN };

/* Run a function as pid 1 of a new namespace.  Returns that process, by its pid
 * here.  It is no child of this process, so it is waited for by other means. */
static pid_t contain(enum proc proc, void (*run)(unsigned), unsigned number)
{
	int to[2], status;
	pid_t pid;

	SYS(pipe2(to, O_CLOEXEC));
	pid = hz_fork();
	if (pid == 0) {
		pid_t inner;

		if (unshare(CLONE_NEWPID | CLONE_NEWNS) != 0)
			_exit(77);
		inner = fork();
		SYS(inner);
		if (inner == 0) {
			prctl(PR_SET_PDEATHSIG, SIGKILL);
			if (proc == OWN)
				SYS(mount("proc", "/proc", "proc", 0, NULL));
			CHECK(getpid() == 1, "pid %d", getpid());
			run(number);
			exit(0);
		}
		SYS(write(to[1], &inner, sizeof(inner)));
		if (waitpid(inner, &status, 0) != inner)
			_exit(1);
		_exit(WIFEXITED(status) ? WEXITSTATUS(status) : 0);
	}
	close(to[1]);
	if (read(to[0], &shared->pid[number], sizeof(pid)) != sizeof(pid))
		SKIP("no pid namespace can be had");
	close(to[0]);
	return pid;
}

static void note(unsigned number)
{
	int data = (int)number;

	posix_trace_event(hz_type("contained"), &data, sizeof(data));
	shared->recorded++;
}

/* Record some events, then more until the controller has enough. */
static void be_traced(unsigned number)
{
	hz_type("contained");
	shared->ready++;
	hz_wait_for(&shared->go, 1);
	for (unsigned i = 0; i < 100; i++)
		note(number);
	shared->over++;
	hz_wait_for(&shared->go, 2);
}

/* Traced by a process outside: events have the pid of the target's own
 * namespace. */
static void target_in_a_container(void)
{
	trace_id_t trid;
	struct hz_event e;
	unsigned n = 0;
	pid_t outer;

	share();
	outer = contain(OWN, be_traced, 0);
	hz_wait_for(&shared->ready, 1);
	trid = hz_create(&(struct hz_setup){ .pid = shared->pid[0] });
	shared->go = 1;
	hz_wait_for(&shared->over, 1);
	while (hz_try(trid, &e)) {
		CHECK(e.info.posix_pid == 1, "of %d", e.info.posix_pid);
		n += hz_is_user(&e);
	}
	CHECK(n == 100, "%u events", n);
	shared->go = 2;
	hz_join(outer);
	OK(posix_trace_shutdown(trid));
}

/* Trace itself, while other processes with the same pid exist. */
static void trace_oneself(unsigned number)
{
	struct posix_trace_status_info status;
	struct hz_event e;
	trace_id_t trid;
	unsigned n = 0;
	pid_t pid;

	trid = hz_create(&(struct hz_setup){
		.inherited = POSIX_TRACE_INHERITED });
	shared->ready++;
	hz_wait_for(&shared->go, 1);
	for (unsigned i = 0; i < 50; i++) {
		/* Every process also removes leftovers. */
		OK(posix_trace_shutdown(hz_create(&(struct hz_setup){
			.size = 4096 })));
		note(number);
		pid = fork();
		SYS(pid);
		if (pid == 0) {
			note(number);
			_exit(0);
		}
		hz_join(pid);
	}
	while (hz_try(trid, &e)) {
		if (!hz_is_user(&e))
			continue;
		CHECK(e.data.number == (int)number, "an event of another container");
		n++;
	}
	CHECK(n == 100, "%u events in container %u", n, number);
	OK(posix_trace_get_status(trid, &status));
	OK(posix_trace_shutdown(trid));
}

static void same_pid(enum proc proc)
{
	pid_t outer[3];

	share();
	for (unsigned i = 0; i < 3; i++)
		outer[i] = contain(proc, trace_oneself, i);
	hz_wait_for(&shared->ready, 3);
	shared->go = 1;
	for (unsigned i = 0; i < 3; i++)
		hz_join(outer[i]);
}

static void same_pid_everywhere(void)
{
	same_pid(OWN);
}

static void without_its_own_proc(void)
{
	same_pid(FOREIGN);
}

static void trace_another(unsigned number)
{
	trace_id_t trid;
	pid_t pid = fork();
	int err;

	SYS(pid);
	if (pid == 0)
		be_traced(number);
	hz_wait_for(&shared->ready, 1);
	err = posix_trace_create(pid, NULL, &trid);
	CHECK(err == EACCES, "%s", strerror(err));
	hz_kill(pid);
}

static void others_without_its_own_proc(void)
{
	share();
	hz_join(contain(FOREIGN, trace_another, 0));
}

/* One stream for all processes, in whatever namespace they are. */
static void all_processes(void)
{
	unsigned n[3] = {0}, sum = 0;
	struct hz_event e;
	pid_t outer[3];
	trace_id_t trid;

	share();
	for (unsigned i = 0; i < 3; i++)
		outer[i] = contain(i == 2 ? FOREIGN : OWN, be_traced, i);
	hz_wait_for(&shared->ready, 3);
	trid = hz_create(&(struct hz_setup){ .pid = POSIX_TRACE_ALLPROC });
	shared->go = 1;
	hz_wait_for(&shared->over, 3);
	while (hz_try(trid, &e)) {
		if (!hz_is_user(&e))
			continue;
		CHECK(e.info.posix_pid == 1, "of %d", e.info.posix_pid);
		n[e.data.number % 3]++;
		sum++;
	}
	CHECK(n[0] == 100 && n[1] == 100 && n[2] == 100, "%u events", sum);
	shared->go = 2;
	for (unsigned i = 0; i < 3; i++)
		hz_join(outer[i]);
	OK(posix_trace_shutdown(trid));
}

static void be_killed(unsigned number)
{
	hz_create(&(struct hz_setup){ .size = 4096 });
	note(number);
	raise(SIGKILL);
	/* The first process of a namespace does not get its own signals. */
	shared->ready++;
	for (;;)
		pause();
}

/* Leftovers of a killed container are removed by a process that can see that it
 * is dead. */
static void dead_container(void)
{
	char link[64] = "", path[64];
	pid_t outer;

	share();
	if (readlink("/proc/self/ns/pid", link, sizeof(link) - 1) < 0 ||
	    strcmp(link, "pid:[4026531836]") != 0)
		SKIP("not in the first pid namespace");
	outer = contain(OWN, be_killed, 0);
	hz_wait_for(&shared->ready, 1);
	SYS(kill(shared->pid[0], SIGKILL));
	hz_join(outer);
	hz_rundir(path, sizeof(path));
	CHECK(hz_count_dir(path) > 0, "nothing was left");
	OK(posix_trace_shutdown(hz_create(&(struct hz_setup){0})));
	/* This process's own control block and names. */
	CHECK(hz_count_dir(path) <= 2, "%u files are left",
	      hz_count_dir(path));
}

static const struct hz_case cases[] = {
	{ .name = "target-in-a-container", .run = target_in_a_container },
	{ .name = "same-pid-everywhere", .run = same_pid_everywhere,
	  .kills = true },
	{ .name = "without-its-own-proc",
	  .run = without_its_own_proc, .kills = true },
	{ .name = "others-without-its-own-proc",
	  .run = others_without_its_own_proc, .kills = true },
	{ .name = "all-processes", .run = all_processes },
	{ .name = "dead-container", .run = dead_container, .kills = true },
};

HZ_MAIN(cases)
