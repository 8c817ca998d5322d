/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Shared by the programs of tests/hazard.  They use the library as applications
 * do, through <trace.h> and <posixtrace.h>, and try to break it.
 *
 * A program is a table of cases.  Each case runs in a process group of its own,
 * which is killed after a time limit, so a crash or a hang is a failure of one
 * case.  `program CASE` runs one case in the program itself, for a debugger; a
 * case starts the program again by `program --ROLE ...`.  Exit status: 0 all
 * passed, 1 one failed, 77 all were skipped.
 *
 * As root the program mounts its own /dev/shm, so that streams of other
 * programs do not count towards TRACE_SYS_MAX, and leftover files can be
 * counted.
 */
#ifndef TESTS_HAZARD_HAZARD_H
#define TESTS_HAZARD_HAZARD_H

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <posixtrace.h>

#include "clock.h"

/* The factor by which a build with a sanitizer does less. */
#if defined(__SANITIZE_THREAD__)
enum { HZ_SLOW = 12 };
#elif defined(__SANITIZE_ADDRESS__)
enum { HZ_SLOW = 4 };
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
enum { HZ_SLOW = 12 };
#elif __has_feature(address_sanitizer)
enum { HZ_SLOW = 4 };
#else
enum { HZ_SLOW = 1 };
#endif
#else
enum { HZ_SLOW = 1 };
#endif

#define HZ_PRINTF(a, b) __attribute__((format(printf, a, b)))

/* Ends the process without running destructors, so a child of a case may call
 * it. */
__attribute__((noreturn)) HZ_PRINTF(4, 5)
static inline void hz_fail(const char *file, int line, const char *what,
			   const char *format, ...)
{
	char text[512];
	va_list args;
	int n, m;

	n = snprintf(text, sizeof(text), "%s:%d: failed: %s: ", file, line,
		     what);
	va_start(args, format);
	m = vsnprintf(text + n, sizeof(text) - (size_t)n - 1, format, args);
	va_end(args);
	n += m < (int)sizeof(text) - n - 1 ? m : (int)sizeof(text) - n - 2;
	text[n++] = '\n';
	if (write(2, text, (size_t)n) < 0)
		_exit(2);
	_exit(1);
}

/* CHECK(condition, "format", ...): the case fails if the condition is false. */
#define CHECK(condition, ...)						\
	do {								\
		if (!(condition))					\
			hz_fail(__FILE__, __LINE__, #condition, __VA_ARGS__); \
	} while (0)

/* For calls that return an error number. */
#define OK(call)							\
	do {								\
		int hz_error_ = (call);					\
		if (hz_error_)						\
			hz_fail(__FILE__, __LINE__, #call, "%s",	\
				strerror(hz_error_));			\
	} while (0)

/* For calls that return -1 and set errno. */
#define SYS(call)							\
	do {								\
		if ((call) < 0)						\
			hz_fail(__FILE__, __LINE__, #call, "%s",	\
				strerror(errno));			\
	} while (0)

#define SKIP(reason)							\
	do {								\
		fprintf(stderr, "skipped: %s\n", reason);		\
		_exit(77);						\
	} while (0)

/* A reproducible sequence of random numbers. */
static inline uint32_t hz_random(uint64_t *state)
{
	*state = *state * UINT64_C(6364136223846793005) +
		 UINT64_C(1442695040888963407);
	return (uint32_t)(*state >> 33);
}

static inline pid_t hz_tid(void)
{
	return (pid_t)syscall(SYS_gettid);
}

/* Streams. */

struct hz_setup {
	int policy;			/* 0: the default */
	int log_policy;
	int inherited;
	int compression;		/* level of compression; ignored in a build without zstd */
	size_t size, data_size, log_size;	/* 0: the default */
	int fd;				/* of a log; 0: no log */
	pid_t pid;
	bool suspended;			/* do not start the stream */
};

static inline void hz_attr(const struct hz_setup *s, trace_attr_t *attr)
{
	OK(posix_trace_attr_init(attr));
	if (s->policy)
		OK(posix_trace_attr_setstreamfullpolicy(attr, s->policy));
	if (s->log_policy)
		OK(posix_trace_attr_setlogfullpolicy(attr, s->log_policy));
	if (s->inherited)
		OK(posix_trace_attr_setinherited(attr, s->inherited));
	if (s->size)
		OK(posix_trace_attr_setstreamsize(attr, s->size));
	if (s->data_size)
		OK(posix_trace_attr_setmaxdatasize(attr, s->data_size));
	if (s->log_size)
		OK(posix_trace_attr_setlogsize(attr, s->log_size));
	if (s->compression) {
		int err = posixtrace_attr_setcompression(attr, s->compression);

		CHECK(err == 0 || err == ENOTSUP, "%s", strerror(err));
	}
}

static inline trace_id_t hz_create(const struct hz_setup *s)
{
	trace_attr_t attr;
	trace_id_t trid;

	hz_attr(s, &attr);
	if (s->fd)
		OK(posix_trace_create_withlog(s->pid, &attr, s->fd, &trid));
	else
		OK(posix_trace_create(s->pid, &attr, &trid));
	OK(posix_trace_attr_destroy(&attr));
	if (!s->suspended)
		OK(posix_trace_start(trid));
	return trid;
}

static inline trace_event_id_t hz_type(const char *name)
{
	trace_event_id_t id;

	OK(posix_trace_eventid_open(name, &id));
	return id;
}

struct hz_event {
	struct posix_trace_event_info info;
	size_t len;
	int unavailable;
	union {
		unsigned char bytes[4096];
		uint64_t words[512];
		int number;
	} data;
};

/* The next event of a live stream, if there is one. */
static inline bool hz_try(trace_id_t trid, struct hz_event *e)
{
	OK(posix_trace_trygetnext_event(trid, &e->info, &e->data,
					sizeof(e->data), &e->len,
					&e->unavailable));
	return !e->unavailable;
}

/* The next event, also of a log; false at its end. */
static inline bool hz_get(trace_id_t trid, struct hz_event *e)
{
	OK(posix_trace_getnext_event(trid, &e->info, &e->data,
				     sizeof(e->data), &e->len,
				     &e->unavailable));
	return !e->unavailable;
}

/* Wait at most `ms` for an event of a live stream. */
static inline bool hz_get_within(trace_id_t trid, struct hz_event *e,
				 unsigned ms)
{
	struct timespec until;
	int err;

	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec += ms / 1000;
	until.tv_nsec += (long)(ms % 1000) * 1000000;
	if (until.tv_nsec >= 1000000000) {
		until.tv_nsec -= 1000000000;
		until.tv_sec++;
	}
	err = posix_trace_timedgetnext_event(trid, &e->info, &e->data,
					     sizeof(e->data), &e->len,
					     &e->unavailable, &until);
	CHECK(err == 0 || err == ETIMEDOUT, "%s", strerror(err));
	return err == 0;
}

static inline bool hz_is_user(const struct hz_event *e)
{
	return e->info.posix_event_id >= POSIX_TRACE_UNNAMED_USEREVENT;
}

static inline int64_t hz_event_ns(const struct hz_event *e)
{
	return (int64_t)e->info.posix_timestamp.tv_sec * 1000000000 +
	       e->info.posix_timestamp.tv_nsec;
}

/* A file without a name. */
static inline int hz_file(void)
{
	char path[] = "/tmp/posixtrace-hazard-XXXXXX";
	int fd = mkstemp(path);

	CHECK(fd > 2, "%s", strerror(errno));
	unlink(path);
	return fd;
}

/* Other threads and processes. */

static inline pthread_t hz_thread(void *(*run)(void *), void *arg)
{
	pthread_attr_t attr;
	pthread_t thread;

	OK(pthread_attr_init(&attr));
	OK(pthread_attr_setstacksize(&attr, 256 << 10));
	OK(pthread_create(&thread, &attr, run, arg));
	pthread_attr_destroy(&attr);
	return thread;
}

static inline pid_t hz_fork(void)
{
	pid_t pid = fork();

	SYS(pid);
	if (pid == 0)
		prctl(PR_SET_PDEATHSIG, SIGKILL);
	return pid;
}

/* Wait for a child, which must exit with 0. */
static inline void hz_join(pid_t pid)
{
	int status;
	pid_t got;

	do
		got = waitpid(pid, &status, 0);
	while (got < 0 && errno == EINTR);
	CHECK(got == pid, "waitpid: %s", strerror(errno));
	CHECK(status == 0, "child ended with status %#x", status);
}

static inline void hz_kill(pid_t pid)
{
	SYS(kill(pid, SIGKILL));
	while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
		;
}

/* Resources of this process, to compare them before and after. */

static inline unsigned hz_count_dir(const char *path)
{
	char text[8192];
	unsigned n = 0;
	long got;
	int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	if (fd < 0)
		return 0;
	while ((got = syscall(SYS_getdents64, fd, text, sizeof(text))) > 0)
		for (long at = 0; at < got;) {
			unsigned short size;

			memcpy(&size, text + at + 16, sizeof(size));
			n += text[at + 19] != '.';
			at += size;
		}
	close(fd);
	return n;
}

struct hz_census {
	unsigned fds, threads;
};

static inline void *hz_store_tid(void *tid)
{
	*(pid_t *)tid = hz_tid();
	return NULL;
}

static inline struct hz_census hz_census(void)
{
	static bool begun;
	pthread_t thread;
	pid_t tid;

	/* A sanitizer starts a thread of its own with the first thread.  The
	 * kernel counts a thread for a moment after it was joined. */
	if (!begun && pthread_create(&thread, NULL, hz_store_tid, &tid) == 0) {
		pthread_join(thread, NULL);
		while (tgkill(getpid(), tid, 0) == 0)
			hz_sleep_ms(1);
	}
	begun = true;
	return (struct hz_census){
		hz_count_dir("/proc/self/fd"),
		hz_count_dir("/proc/self/task"),
	};
}

/* Check that nothing was added since `before`.  Threads may be about to end
 * now, or may have been when they were counted; see hz_census(). */
static inline void hz_check_census(struct hz_census before)
{
	struct hz_census now = hz_census();

	for (int i = 0; i < 200 && now.threads > before.threads; i++) {
		hz_sleep_ms(5);
		now = hz_census();
	}
	CHECK(now.fds == before.fds, "%u descriptors, before %u", now.fds,
	      before.fds);
	CHECK(now.threads <= before.threads, "%u threads, before %u",
	      now.threads, before.threads);
}

/* A line "Name:   123 kB" of /proc/self/status. */
static inline long hz_status_kb(const char *name)
{
	char line[256];
	long value = -1;
	FILE *f = fopen("/proc/self/status", "re");

	CHECK(f, "/proc/self/status");
	while (fgets(line, sizeof(line), f))
		if (strncmp(line, name, strlen(name)) == 0)
			value = strtol(line + strlen(name) + 1, NULL, 10);
	fclose(f);
	return value;
}

/* The table of cases, and the functions that run them. */

struct hz_case {
	const char *name;
	void (*run)(void);
	unsigned seconds;		/* time limit; 0: 120 */
	bool kills;			/* killed processes of the case leave files */
};

static bool hz_private_shm;

static inline void hz_rundir(char *path, size_t size)
{
	snprintf(path, size, "/dev/shm/posixtrace-%u", (unsigned)geteuid());
}

static inline bool hz_make_mounts_private(void)
{
	return mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0;
}

/* Make the mounts outside a chroot private.  If the root of the chroot is no
 * mount point, the mount that contains it is changed; it is found by going up
 * from a directory that is not below the root. */
static inline bool hz_make_outer_mounts_private(void)
{
	int root = open("/", O_PATH | O_DIRECTORY | O_CLOEXEC);
	int here = open(".", O_PATH | O_DIRECTORY | O_CLOEXEC);
	bool done;

	SYS(root);
	SYS(here);
	SYS(chdir("/"));
	SYS(chroot("/proc"));
	for (int i = 0; i < 64; i++)
		SYS(chdir(".."));
	SYS(chroot("."));
	done = hz_make_mounts_private();
	SYS(fchdir(root));
	SYS(chroot("."));
	SYS(fchdir(here));
	return close(root) == 0 && close(here) == 0 && done;
}

static inline void hz_make_shm_private(void)
{
	if (geteuid() != 0 || unshare(CLONE_NEWNS) != 0 ||
	    (!hz_make_mounts_private() && !hz_make_outer_mounts_private()))
		return;
	hz_private_shm = mount("none", "/dev/shm", "tmpfs", 0, NULL) == 0;
}

/* The number of files that a case has left; 0 if they cannot be counted. */
static inline unsigned hz_leftovers(void)
{
	char path[64];

	hz_rundir(path, sizeof(path));
	return hz_private_shm ? hz_count_dir(path) : 0;
}

/* KiB that the segment of the only stream takes; unknown: -1. */
static inline long hz_segment_kb(void)
{
	char path[96];
	struct stat st;

	hz_rundir(path, sizeof(path) - 4);
	strcat(path, "/s0");
	return hz_private_shm && stat(path, &st) == 0 ? st.st_blocks / 2 : -1;
}

static inline void hz_remove_leftovers(void)
{
	if (hz_private_shm) {
		umount2("/dev/shm", MNT_DETACH);
		mount("none", "/dev/shm", "tmpfs", 0, NULL);
	}
}

/* The exit status of a case, -1 if it hung, or 256 + the signal. */
static inline int hz_run_case(const struct hz_case *c)
{
	unsigned seconds = (c->seconds ? c->seconds : 120) *
			   (HZ_SLOW > 1 ? 4 : 1) *
			   (getenv("PXT_FULL") ? 10 : 1);
	uint64_t end = hz_ns() + seconds * UINT64_C(1000000000);
	int status = 0, result = -1;
	pid_t pid, program = getpid();

	fflush(NULL);
	pid = fork();
	SYS(pid);
	if (pid == 0) {
		setpgid(0, 0);
		/* A signal that kills this program does not reach process
		 * groups of the cases. */
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		if (getppid() != program)
			_exit(1);
		c->run();
		exit(0);
	}
	setpgid(pid, pid);
	while (hz_ns() < end) {
		if (waitpid(pid, &status, WNOHANG) == pid) {
			result = WIFEXITED(status) ? WEXITSTATUS(status) :
				 256 + WTERMSIG(status);
			break;
		}
		hz_sleep_ms(2);
	}
	kill(-pid, SIGKILL);
	if (result < 0)
		waitpid(pid, NULL, 0);
	return result;
}

static inline const char *hz_verdict(int result, unsigned left, char *text,
				     size_t size)
{
	if (result == 77)
		return "skipped";
	if (result < 0)
		return "FAILED: does not end";
	if (result >= 256)
		snprintf(text, size, "FAILED: killed by signal %d (%s)",
			 result - 256, strsignal(result - 256));
	else if (result)
		snprintf(text, size, "FAILED: status %d", result);
	else if (left)
		snprintf(text, size, "FAILED: leaves %u files", left);
	else
		return "passed";
	return text;
}

/* Implements `program --ROLE ...`; NULL in programs without roles. */
static int (*hz_role)(int argc, char **argv);

static char hz_program_path[512] = "/proc/self/exe";

/*
 * Find the path of this program.  To be called before this program mounts
 * anything: afterwards, in a chroot, /proc/self/exe may lead to a path that
 * does not exist here.  The loader uses the path to find libraries beside the
 * program.  If no path is found, the link itself is used.
 */
static inline void hz_learn_program(void)
{
	const size_t most = sizeof(hz_program_path) - 1;
	char path[sizeof(hz_program_path)];
	struct stat named, ours;
	ssize_t n = readlink("/proc/self/exe", path, most);

	if (n <= 0)
		return;
	path[n] = '\0';
	if (stat(path, &named) == 0 && stat("/proc/self/exe", &ours) == 0 &&
	    named.st_dev == ours.st_dev && named.st_ino == ours.st_ino)
		strcpy(hz_program_path, path);
}

/* The path of this program, for exec. */
static inline const char *hz_program(void)
{
	return hz_program_path;
}

static inline int hz_main(int argc, char **argv, const struct hz_case *cases,
			  size_t n)
{
	int failed = 0, skipped = 0;

	hz_learn_program();
	if (argc > 1 && hz_role && strncmp(argv[1], "--", 2) == 0)
		return hz_role(argc, argv);
	setvbuf(stdout, NULL, _IOLBF, 0);
	hz_make_shm_private();
	for (size_t i = 0; argc > 1 && i < n; i++)
		if (strcmp(argv[1], cases[i].name) == 0) {
			cases[i].run();
			return 0;
		}
	CHECK(argc == 1, "no case %s", argv[1]);
	for (size_t i = 0; i < n; i++) {
		uint64_t begin = hz_ns();
		int result = hz_run_case(&cases[i]);
		unsigned left = cases[i].kills ? 0 : hz_leftovers();
		char text[64];

		printf("%-28s %s (%.2f s)\n", cases[i].name,
		       hz_verdict(result, left, text, sizeof(text)),
		       (double)(hz_ns() - begin) / 1e9);
		failed += result != 77 && (result || left);
		skipped += result == 77;
		hz_remove_leftovers();
	}
	return failed ? 1 : skipped == (int)n ? 77 : 0;
}

#define HZ_MAIN(cases)							\
	int main(int argc, char **argv)					\
	{								\
		return hz_main(argc, argv, cases,			\
			       sizeof(cases) / sizeof((cases)[0]));	\
	}

#endif
