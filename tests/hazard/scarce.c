/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Lack of shared memory, of descriptors, of address space, of system calls.  A
 * function must return an error number that it may return, or less must be
 * traced, which is counted.  When resources are available again, everything
 * works again.
 */
#include "machine.h"
#include "processes.h"

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <ucontext.h>

/* Trace this process and check that all events are read. */
static void trace_oneself(void)
{
	trace_id_t trid = hz_create(&(struct hz_setup){ .size = 1 << 20 });
	struct hz_event e;
	unsigned n = 0;

	type = hz_type("refuse");
	trace_numbers(0, 100);
	while (hz_try(trid, &e))
		n += hz_is_user(&e);
	CHECK(n == 100, "%u events", n);
	OK(posix_trace_shutdown(trid));
}

static int create_for(pid_t pid)
{
	trace_id_t trid;
	int err = posix_trace_create(pid, NULL, &trid);

	if (!err)
		OK(posix_trace_shutdown(trid));
	return err;
}

static int create_for_child(void)
{
	pid_t pid = hz_fork();
	int err;

	if (pid == 0)
		for (;;)
			pause();
	err = create_for(pid);
	hz_kill(pid);
	return err;
}

static void trace_a_child_by_inheritance(void)
{
	struct hz_event e;
	trace_id_t trid;
	pid_t pid;

	trid = hz_create(&(struct hz_setup){
		.inherited = POSIX_TRACE_INHERITED });
	pid = hz_fork();
	if (pid == 0) {
		trace_numbers(0, 1);
		/* Ends the child before a sanitizer would check for leaks,
		 * which needs /proc. */
		_exit(0);
	}
	hz_join(pid);
	for (;;) {
		CHECK(hz_try(trid, &e), "nothing from the child");
		if (hz_is_user(&e))
			break;
	}
	CHECK(e.info.posix_pid == pid, "from another process");
	OK(posix_trace_shutdown(trid));
}

/* With a read-only file system, a process can trace itself and, by inheritance,
 * its children, but no other process. */
static void no_shared_memory(void)
{
	int err;

	if (!mount_small("/dev/shm", NULL, MS_RDONLY))
		SKIP("cannot mount");
	unsetenv("XDG_RUNTIME_DIR");
	trace_oneself();
	err = create_for_child();
	CHECK(err == ENOMEM, "%s", strerror(err));
	setenv("XDG_RUNTIME_DIR", "/dev/shm", 1);
	err = create_for_child();
	CHECK(err == ENOMEM, "%s", strerror(err));
	trace_a_child_by_inheritance();
}

/* The same if /proc is empty, as in some small containers. */
static void no_proc(void)
{
	int err;

	/* In a mount namespace of its own; later cases need /proc. */
	if (unshare(CLONE_NEWNS) != 0 || !mount_small("/proc", NULL, 0))
		SKIP("cannot mount");
	trace_oneself();
	err = create_for_child();
	CHECK(err == EACCES, "%s", strerror(err));
	err = create_for(POSIX_TRACE_ALLPROC);
	CHECK(err == EACCES, "%s", strerror(err));
	err = create_for(INT32_MAX);
	CHECK(err == ESRCH, "%s", strerror(err));
	trace_a_child_by_inheritance();
	SYS(umount2("/proc", MNT_DETACH));
}

/* /dev/shm is read-only, but $XDG_RUNTIME_DIR is set. */
static void runtime_directory(void)
{
	char dir[] = "/tmp/posixtrace-hazard-XXXXXX";

	if (!mount_small("/dev/shm", NULL, MS_RDONLY))
		SKIP("cannot mount");
	CHECK(mkdtemp(dir), "mkdtemp");
	setenv("XDG_RUNTIME_DIR", dir, 1);
	if (mount_small(dir, NULL, 0)) {
		trace_oneself();
		OK(create_for_child());
		umount2(dir, MNT_DETACH);
	}
	rmdir(dir);
}

/* There is memory for a part of the stream only: the create fails or the stream
 * works. */
static void little_shared_memory(void)
{
	char options[32];

	if (!hz_private_shm)
		SKIP("cannot mount");
	for (unsigned kb = 4; kb < 3000; kb += kb / 3 + 4) {
		pid_t pid = hz_fork();

		if (pid == 0) {
			trace_id_t trid;
			int err;

			snprintf(options, sizeof(options), "size=%uk", kb);
			CHECK(mount_small("/dev/shm", options, 0), "mount");
			type = hz_type("refuse");
			err = posix_trace_create(0, NULL, &trid);
			CHECK(err == 0 || err == ENOMEM, "%u kB: %s", kb,
			      strerror(err));
			if (!err) {
				OK(posix_trace_start(trid));
				trace_numbers(0, 10000);
				OK(posix_trace_shutdown(trid));
			}
			err = create_for_child();
			CHECK(err == 0 || err == ENOMEM, "%u kB: %s", kb,
			      strerror(err));
			SYS(umount2("/dev/shm", MNT_DETACH));
			exit(0);
		}
		hz_join(pid);
	}
}

/* Errors that a lack of descriptors or memory may cause. */
static bool is_lack(int err)
{
	return err == 0 || err == ENOMEM || err == EMFILE || err == ENFILE ||
	       err == EAGAIN;
}

/* Call all functions with a resource limit; then again without, when all must
 * succeed. */
static void use_everything(int fd, bool strictly)
{
	static struct hz_event e;
	trace_id_t trid;
	int err;

	type = hz_type("refuse");
	err = posix_trace_create(0, NULL, &trid);
	CHECK(err == 0 || (!strictly && is_lack(err)), "create: %s",
	      strerror(err));
	if (!err) {
		OK(posix_trace_start(trid));
		trace_numbers(0, 10);
		for (int i = 0; i < 20; i++)
			OK(posix_trace_trygetnext_event(
				trid, &e.info, &e.data, sizeof(e.data), &e.len,
				&e.unavailable));
		OK(posix_trace_shutdown(trid));
	}
	SYS(ftruncate(fd, 0));
	err = posix_trace_create_withlog(0, NULL, fd, &trid);
	CHECK(err == 0 || (!strictly && is_lack(err)), "create_withlog: %s",
	      strerror(err));
	if (!err) {
		OK(posix_trace_start(trid));
		trace_numbers(0, 10);
		OK(posix_trace_flush(trid));
		/* The window of a log is made in memory that may be
		 * unavailable. */
		err = posix_trace_shutdown(trid);
		CHECK(is_lack(err), "shutdown: %s", strerror(err));
		err = posix_trace_open(fd, &trid);
		CHECK(err == 0 || (!strictly && is_lack(err)), "open: %s",
		      strerror(err));
	}
	if (!err) {
		int unavailable;

		err = posix_trace_getnext_event(trid, &e.info, &e.data,
						sizeof(e.data), &e.len,
						&unavailable);
		CHECK(is_lack(err), "getnext: %s", strerror(err));
		OK(posix_trace_close(trid));
	}
}

static void few_descriptors(void)
{
	for (unsigned more = 0; more < 8; more++) {
		pid_t pid = hz_fork();

		if (pid == 0) {
			struct hz_census before;
			int fd = hz_file();

			hz_census();
			before = hz_census();
			limit(RLIMIT_NOFILE, (rlim_t)fd + 1 + more);
			use_everything(fd, false);
			limit(RLIMIT_NOFILE, 1024);
			use_everything(fd, true);
			hz_check_census(before);
			exit(0);
		}
		hz_join(pid);
	}
}

static void little_address_space(void)
{
	if (HZ_SLOW > 1)
		SKIP("a sanitizer has terabytes of addresses");
	for (unsigned more = 0; more < 200000; more += 4000) {
		pid_t pid = hz_fork();

		if (pid == 0) {
			struct hz_census before = hz_census();
			rlim_t now = (rlim_t)hz_status_kb("VmSize") << 10;
			int fd = hz_file();

			before.fds++;
			limit(RLIMIT_AS, now + ((rlim_t)more << 10));
			use_everything(fd, false);
			limit(RLIMIT_AS, RLIM_INFINITY);
			use_everything(fd, true);
			hz_check_census(before);
			exit(0);
		}
		hz_join(pid);
	}
}

/* Events for which a thread has no memory for its record are lost, and the
 * flush reports that. */
static void little_data(void)
{
	struct posixtrace_usage usage;
	int fd = hz_file(), err;
	struct rlimit l;
	trace_id_t trid;

	if (HZ_SLOW > 1)
		SKIP("a sanitizer has terabytes of addresses");
	type = hz_type("refuse");
	trid = hz_create(&(struct hz_setup){ .fd = fd });
	SYS(getrlimit(RLIMIT_DATA, &l));
	/* On Linux a limit of 0 means no limit. */
	limit(RLIMIT_DATA, 4096);
	trace_numbers(0, 10);
	err = posix_trace_flush(trid);
	limit(RLIMIT_DATA, l.rlim_cur);
	OK(posixtrace_get_usage(trid, &usage));
	CHECK(err == ENOMEM, "flush: %s, %llu lost", strerror(err),
	      (unsigned long long)usage.lost);
	CHECK(usage.lost == 10, "%llu lost", (unsigned long long)usage.lost);
	/* The error is reported once. */
	hz_sleep_ms(200);
	trace_numbers(10, 10);
	OK(posix_trace_flush(trid));
	CHECK(posix_trace_shutdown(trid) == ENOMEM, "the error was not reported");
}

/*
 * A target that has no free descriptor when a stream is created attaches the
 * stream as soon as it has one.
 */
static void late_attachment(void)
{
	struct hz_event e;
	trace_id_t trid;
	int ready[2], go[2];
	char byte;
	pid_t pid;

	SYS(pipe(ready));
	SYS(pipe(go));
	pid = hz_fork();
	if (pid == 0) {
		type = hz_type("refuse");
		limit(RLIMIT_NOFILE, 0);
		SYS(write(ready[1], "", 1));
		SYS(read(go[0], &byte, 1));
		errno = 0;
		trace_numbers(0, 10);
		CHECK(errno == 0, "errno %d", errno);
		limit(RLIMIT_NOFILE, 1024);
		for (;;) {
			trace_numbers(0, 1);
			hz_sleep_ms(5);
		}
	}
	SYS(read(ready[0], &byte, 1));
	trid = hz_create(&(struct hz_setup){ .pid = pid });
	SYS(write(go[1], "", 1));
	do
		CHECK(hz_get_within(trid, &e, 5000), "nothing came");
	while (!hz_is_user(&e));
	hz_kill(pid);
	OK(posix_trace_shutdown(trid));
}

#if defined(__x86_64__) || defined(__aarch64__)
static _Atomic uint32_t refused;

/* What sandboxes do: the handler of SIGSYS answers for the kernel. */
static void refuse_open(int number, siginfo_t *info, void *context)
{
	ucontext_t *c = context;

	(void)number;
	(void)info;
	refused++;
#ifdef __x86_64__
	c->uc_mcontext.gregs[REG_RAX] = -EACCES;
#else
	c->uc_mcontext.regs[0] = (uint64_t)-EACCES;
#endif
}

static void trap_open(void)
{
	struct sigaction action = { .sa_sigaction = refuse_open,
				    .sa_flags = SA_SIGINFO };
	struct sock_filter filter[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
			 offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_openat, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = {
		sizeof(filter) / sizeof(filter[0]), filter,
	};

	SYS(sigaction(SIGSYS, &action, NULL));
	SYS(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0));
	SYS(prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program));
}

/* A process in a sandbox that answers by SIGSYS: the kernel kills it if the
 * signal is blocked at a forbidden call. */
static void sandbox_with_a_handler(void)
{
	pid_t pid = hz_fork();

	if (pid == 0) {
		trap_open();
		posix_trace_event(POSIX_TRACE_UNNAMED_USEREVENT, "", 1);
		CHECK(refused > 0, "no call was refused");
		_exit(0);
	}
	hz_join(pid);
}
#else
static void sandbox_with_a_handler(void)
{
	SKIP("not for this machine");
}
#endif

/* Trace, read a log, and do not create one: for that a thread is needed. */
static void trace_without_log(int log)
{
	int fd = hz_file();
	trace_id_t trid;

	trace_oneself();
	CHECK(posix_trace_create_withlog(0, NULL, fd, &trid) == ENOMEM,
	      "a log was created");
	CHECK(hz_count_user_events(log) == 100, "other events");
	close(fd);
}

/* A thread that has used no stream before ends one. */
static void *end_stream(void *arg)
{
	OK(posix_trace_shutdown(*(trace_id_t *)arg));
	return NULL;
}

/*
 * The call is refused with an error number, here and inside of liburcu and the C
 * library, which would abort the program.
 */
static void refuse_in_libraries(unsigned number, bool can_flush)
{
	struct hz_setup setup = { .log_policy = POSIX_TRACE_APPEND,
				  .size = 1 << 20, .fd = hz_file() };
	pid_t pid;

	if (HZ_SLOW > 1)
		SKIP("a sanitizer needs these calls");
	pid = hz_fork();
	if (pid == 0) {
		trace_id_t trid = hz_create(&setup);

		type = hz_type("refuse");
		trace_numbers(0, 100);
		if (!can_flush)
			OK(posix_trace_shutdown(trid));
		hz_refuse(number, EPERM);
		if (can_flush) {
			OK(posix_trace_flush(trid));
			pthread_join(hz_thread(end_stream, &trid), NULL);
		}
		trace_without_log(setup.fd);
		exit(0);
	}
	hz_join(pid);
	close(setup.fd);
}

/* The errors of creating, flushing and ending are those of a file. */
static void no_writing(void)
{
	static const unsigned errors[] = { EPERM, ENOSYS };

	for (unsigned i = 0; i < 2; i++) {
		pid_t pid = hz_fork();

		if (pid == 0) {
			struct hz_setup setup = { .fd = hz_file() };
			trace_id_t trid = hz_create(&setup), other;
			int fd = hz_file();

			hz_refuse(SYS_pwritev, errors[i]);
			CHECK(posix_trace_create_withlog(0, NULL, fd, &other) ==
			      EIO, "another error");
			/* The thread that writes has the filter of before. */
			OK(posix_trace_shutdown(trid));
			exit(0);
		}
		hz_join(pid);
	}
}

static void no_signal_mask(void)
{
	refuse_in_libraries(SYS_rt_sigprocmask, true);
}

static void no_futex(void)
{
	refuse_in_libraries(SYS_futex, false);
}

static const struct hz_case cases[] = {
	{ .name = "no-shared-memory", .run = no_shared_memory },
	{ .name = "no-proc", .run = no_proc },
	{ .name = "runtime-directory", .run = runtime_directory },
	{ .name = "little-shared-memory", .run = little_shared_memory },
	{ .name = "few-descriptors", .run = few_descriptors },
	{ .name = "little-address-space", .run = little_address_space },
	{ .name = "little-data", .run = little_data },
	{ .name = "sandbox-with-a-handler", .run = sandbox_with_a_handler },
	{ .name = "no-writing", .run = no_writing },
	{ .name = "no-signal-mask", .run = no_signal_mask },
	{ .name = "no-futex", .run = no_futex },
	{ .name = "late-attachment", .run = late_attachment, .kills = true },
};

HZ_MAIN(cases)
