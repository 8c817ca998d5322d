/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The slots of streams whose controllers were killed.  A create may fail for
 * lack of a slot only if all belong to living controllers, whatever happened to
 * the logs of the dead ones.
 */
#include "processes.h"

enum { SLOTS = TRACE_SYS_MAX };

static char dir[] = "/tmp/hazard-slots-XXXXXX";

static void need_own_slots(void)
{
	if (!hz_private_shm)
		SKIP("other people's streams count, too");
}

static void make_dir(void)
{
	CHECK(mkdtemp(dir), "%s: %s", dir, strerror(errno));
}

static void remove_dir(void)
{
	SYS(rmdir(dir));
}

static const char *log_path(unsigned i)
{
	static char path[64];

	snprintf(path, sizeof(path), "%s/%u", dir, i);
	return path;
}

static const char *hz_link(int fd)
{
	static char path[64];

	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	return path;
}

static int open_log(const char *path, int flags)
{
	int fd = open(path, O_RDWR | O_CLOEXEC | flags, 0600);

	SYS(fd);
	return fd;
}

/* A service that opens its log in the same way at each start, records, and
 * crashes. */
static void crash(const char *path, unsigned serial)
{
	pid_t pid = hz_fork();

	if (pid == 0) {
		hz_create(&(struct hz_setup){
			.size = 4096,
			.fd = open_log(path, O_CREAT | O_TRUNC),
			.log_policy = POSIX_TRACE_APPEND });
		posix_trace_event(hz_type("left"), &serial, sizeof(serial));
		raise(SIGKILL);
	}
	hz_join_killed(pid);
}

static void crash_in_all_slots(void)
{
	for (unsigned i = 0; i < SLOTS; i++)
		crash(log_path(i), i);
	CHECK(posixtrace_leftovers(NULL, 0) == SLOTS, "not all slots are in use");
}

static void create_once(void)
{
	OK(posix_trace_shutdown(hz_create(&(struct hz_setup){0})));
}

static unsigned count_user_events(const char *path)
{
	int fd = open_log(path, 0);
	unsigned n = hz_count_user_events(fd);

	close(fd);
	return n;
}

/* Each service crashes once, is restarted with the same log and then ends
 * normally.  The segment from before the crash belongs to no log any more. */
static void crashed_once(void)
{
	need_own_slots();
	make_dir();
	for (unsigned i = 0; i < SLOTS + 6; i++) {
		int fd;

		crash(log_path(i), i);
		fd = open_log(log_path(i), O_TRUNC);
		OK(posix_trace_shutdown(hz_create(&(struct hz_setup){
			.size = 4096, .fd = fd,
			.log_policy = POSIX_TRACE_APPEND })));
		close(fd);
	}
	create_once();
	for (unsigned i = 0; i < SLOTS + 6; i++) {
		CHECK(count_user_events(log_path(i)) == 0,
		      "%u has got what is not its own", i);
		SYS(unlink(log_path(i)));
	}
	remove_dir();
}

/* A service crashes and is restarted more often than there are slots: only its
 * last log can be recovered. */
static void crash_loop(void)
{
	need_own_slots();
	make_dir();
	for (unsigned i = 0; i < SLOTS + 6; i++)
		crash(log_path(0), i);
	create_once();
	CHECK(count_user_events(log_path(0)) == 1, "the last one is not there");
	SYS(unlink(log_path(0)));
	remove_dir();
}

/* Each process has a log of its own.  Only the newest few logs are kept, so
 * inode numbers are used again. */
static void many_recorders(void)
{
	enum { KEPT = 7 };
	unsigned n = 350 / HZ_SLOW;

	need_own_slots();
	make_dir();
	for (unsigned i = 0; i < n; i++) {
		if (i >= KEPT)
			SYS(unlink(log_path(i - KEPT)));
		crash(log_path(i), i);
	}
	create_once();
	for (unsigned i = n - KEPT; i < n; i++) {
		CHECK(count_user_events(log_path(i)) == 1,
		      "%u has not what was recorded", i);
		SYS(unlink(log_path(i)));
	}
	remove_dir();
}

static void removed_logs(void)
{
	need_own_slots();
	make_dir();
	crash_in_all_slots();
	for (unsigned i = 0; i < SLOTS; i++)
		SYS(unlink(log_path(i)));
	for (unsigned i = 0; i < 3; i++)
		create_once();
	remove_dir();
}

/* The logs were renamed in the same directory. */
static void renamed_logs(void)
{
	char to[80];

	need_own_slots();
	make_dir();
	crash_in_all_slots();
	for (unsigned i = 0; i < SLOTS; i++) {
		snprintf(to, sizeof(to), "%s/named-%u", dir, i);
		SYS(rename(log_path(i), to));
	}
	for (unsigned i = 0; i < SLOTS; i++)
		hz_create(&(struct hz_setup){ .size = 4096 });
	for (unsigned i = 0; i < SLOTS; i++) {
		snprintf(to, sizeof(to), "%s/named-%u", dir, i);
		CHECK(count_user_events(to) == 1, "%s was not recovered", to);
		SYS(unlink(to));
	}
	remove_dir();
}

/* The log was truncated, overwritten by text, or replaced by a log of another
 * stream. */
static void overwritten_logs(void)
{
	need_own_slots();
	make_dir();
	crash_in_all_slots();
	for (unsigned i = 0; i < SLOTS; i++) {
		int fd = open_log(log_path(i), O_TRUNC);

		if (i % 2)
			SYS(write(fd, "something else", 14));
		close(fd);
	}
	create_once();
	CHECK(posixtrace_leftovers(NULL, 0) == 0, "some are kept");
	for (unsigned i = 0; i < SLOTS; i++)
		SYS(unlink(log_path(i)));
	remove_dir();
}

/* A recovering process was killed after it had completed the log and before it
 * removed the segment. */
static void complete_logs(void)
{
	static struct posixtrace_leftover list[SLOTS];
	struct posixtrace_recovery done;
	char kept[160];
	int fd;

	need_own_slots();
	make_dir();
	crash_in_all_slots();
	CHECK(posixtrace_leftovers(list, SLOTS) == SLOTS, "not all");
	for (unsigned i = 0; i < SLOTS; i++) {
		snprintf(kept, sizeof(kept), "%s-kept", list[i].segment);
		SYS(link(list[i].segment, kept));
		fd = open_log(list[i].log, 0);
		OK(posixtrace_recover(fd, &done));
		close(fd);
		SYS(rename(kept, list[i].segment));
	}
	CHECK(posixtrace_leftovers(NULL, 0) == SLOTS, "the state to test was not reached");
	/* Recovering again does no harm and removes the segment. */
	fd = open_log(log_path(0), 0);
	OK(posixtrace_recover(fd, &done));
	close(fd);
	CHECK(done.was_complete, "it is not complete");
	CHECK(posixtrace_leftovers(NULL, 0) == SLOTS - 1, "it is still there");
	crash(log_path(0), 0);
	create_once();
	CHECK(posixtrace_leftovers(NULL, 0) <= 1, "some are kept");
	for (unsigned i = 0; i < SLOTS; i++) {
		CHECK(count_user_events(log_path(i)) == 1, "log %u has no event", i);
		SYS(unlink(log_path(i)));
	}
	remove_dir();
}

/* Files that are no segments have the names of all slots, some as large as one. */
static void junk(void)
{
	char path[128];
	int fd;

	need_own_slots();
	create_once();
	for (unsigned i = 0; i < SLOTS; i++) {
		snprintf(path, sizeof(path), "/dev/shm/posixtrace-%u/s%u",
			 (unsigned)geteuid(), i);
		switch (i % 4) {
		case 0:
			SYS(symlink("/dev/null", path));
			break;
		case 1:
			SYS(mkfifo(path, 0600));
			break;
		case 2:
			SYS(mkdir(path, 0700));
			break;
		default:
			fd = open_log(path, O_CREAT);
			SYS(ftruncate(fd, i % 8 == 3 ? 0 : 1 << 20));
			SYS(fchmod(fd, 0644));
			close(fd);
		}
	}
	create_once();
	CHECK(access("/dev/null", F_OK) == 0, "a link was followed");
	CHECK(access(path, F_OK) != 0, "a large one is still there");
}

/* A leftover can be discarded; that removes no other. */
static void discarded(void)
{
	struct posixtrace_leftover list[3], other;

	need_own_slots();
	make_dir();
	for (unsigned i = 0; i < 3; i++)
		crash(log_path(i), i);
	CHECK(posixtrace_leftovers(list, 3) == 3, "not three");
	other = list[1];
	other.created.tv_nsec ^= 1;
	CHECK(posixtrace_discard(&other) == ENOENT, "an older leftover was removed");
	OK(posixtrace_discard(&list[1]));
	CHECK(posixtrace_discard(&list[1]) == ENOENT, "twice");
	CHECK(access(list[1].segment, F_OK) != 0, "it is still there");
	CHECK(posixtrace_leftovers(NULL, 0) == 2, "expected one leftover less");
	for (unsigned i = 0; i < 3; i++) {
		CHECK(count_user_events(log_path(i)) == (i != 1),
		      "log %u is not as expected", i);
		SYS(unlink(log_path(i)));
	}
	remove_dir();
}

/* Another process recovers all logs while creates use the slots. */
static void recovered_meanwhile(void)
{
	struct posixtrace_recovery done;
	pid_t pid;

	need_own_slots();
	make_dir();
	for (unsigned round = 0; round < 4; round++) {
		crash_in_all_slots();
		pid = hz_fork();
		if (pid == 0) {
			/* Each segment needs another slot. */
			for (unsigned i = 0; i < SLOTS / 2; i++)
				hz_create(&(struct hz_setup){ .size = 4096 });
			_exit(0);
		}
		for (unsigned i = 0; i < SLOTS; i++) {
			int fd = open_log(log_path(i), 0);
			int err = posixtrace_recover(fd, &done);

			CHECK(err == 0, "log %u: %s", i, strerror(err));
			close(fd);
		}
		hz_join(pid);
		for (unsigned i = 0; i < SLOTS; i++) {
			CHECK(count_user_events(log_path(i)) == 1, "log %u", i);
			SYS(unlink(log_path(i)));
		}
	}
	remove_dir();
}

/* Slots of dead controllers are used again, those without a log first. */
static void slots_come_back(void)
{
	unsigned n = 3 * (unsigned)sysconf(_SC_TRACE_SYS_MAX) / HZ_SLOW;

	need_own_slots();
	for (unsigned i = 0; i < n; i++) {
		int fd = hz_file();
		pid_t pid = hz_fork();

		if (pid == 0) {
			hz_create(&(struct hz_setup){ .size = 4096 });
			hz_create(&(struct hz_setup){
				.size = 4096, .fd = fd,
				.log_policy = POSIX_TRACE_APPEND });
			raise(SIGKILL);
		}
		while (waitpid(pid, NULL, 0) < 0)
			;
		close(fd);
	}
	CHECK(posixtrace_leftovers(NULL, 0) <=
	      (size_t)sysconf(_SC_TRACE_SYS_MAX), "more than there are");
	OK(posix_trace_shutdown(hz_create(&(struct hz_setup){0})));
}

/* A log is recovered before its slot is used for another stream. */
static void slots_are_taken_after_recovery(void)
{
	unsigned n = (unsigned)sysconf(_SC_TRACE_SYS_MAX) + 4;
	char dir[] = "/tmp/hazard-death-XXXXXX", path[64];

	need_own_slots();
	CHECK(mkdtemp(dir), "%s: %s", dir, strerror(errno));
	for (unsigned i = 0; i < n; i++) {
		pid_t pid;
		int fd;

		snprintf(path, sizeof(path), "%s/%u", dir, i);
		fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
		SYS(fd);
		pid = hz_fork();
		if (pid == 0) {
			hz_create(&(struct hz_setup){
				.size = 4096, .fd = fd,
				.log_policy = POSIX_TRACE_APPEND });
			posix_trace_event(hz_type("left"), &i, sizeof(i));
			raise(SIGKILL);
		}
		while (waitpid(pid, NULL, 0) < 0)
			;
		close(fd);
	}
	for (unsigned i = 0; i < n; i++) {
		struct posixtrace_recovery done;
		unsigned events = 0;
		struct hz_event e;
		trace_id_t trid;
		int fd;

		snprintf(path, sizeof(path), "%s/%u", dir, i);
		fd = open(path, O_RDWR | O_CLOEXEC);
		SYS(fd);
		OK(posixtrace_recover(fd, &done));
		OK(posix_trace_open(fd, &trid));
		while (hz_get(trid, &e))
			events += hz_is_user(&e);
		CHECK(events == 1, "log %u has %u events", i, events);
		OK(posix_trace_close(trid));
		close(fd);
		SYS(unlink(path));
	}
	SYS(rmdir(dir));
}

/* Leftovers are listed, and found by their logs. */
static void leftovers_are_listed(void)
{
	struct posixtrace_leftover list[4];
	struct posixtrace_recovery done;
	int fd = hz_file();
	struct stat st;
	pid_t pid;

	need_own_slots();
	CHECK(posixtrace_leftovers(list, 4) == 0, "something was left");
	pid = hz_fork();
	if (pid == 0) {
		trace_id_t trid = hz_create(&(struct hz_setup){
			.fd = fd, .log_policy = POSIX_TRACE_APPEND });

		CHECK(posixtrace_leftovers(list, 4) == 0, "it is no leftover");
		CHECK(posixtrace_recover(fd, &done) == EBUSY, "in use");
		posix_trace_event(hz_type("left"), "over", 4);
		(void)trid;
		raise(SIGKILL);
	}
	while (waitpid(pid, NULL, 0) < 0)
		;
	SYS(fstat(fd, &st));
	CHECK(posixtrace_leftovers(list, 4) == 1, "expected one leftover");
	CHECK(list[0].controller == pid && list[0].target == pid &&
	      list[0].log_device == st.st_dev &&
	      list[0].log_inode == st.st_ino && list[0].size > 65536,
	      "another one");
	CHECK(strstr(list[0].log, "posixtrace-hazard"), "%s", list[0].log);
	OK(posixtrace_recover(fd, &done));
	/* The event, and START before it. */
	CHECK(done.events == 2 && done.lost == 0 && !done.was_complete,
	      "%llu events", (unsigned long long)done.events);
	CHECK(posixtrace_leftovers(list, 4) == 0, "it is still there");
	SYS(ftruncate(fd, st.st_size));
	CHECK(posixtrace_recover(-1, &done) == EBADF, "no descriptor");
}

/* A leftover stream without a log is listed as such. */
static void leftovers_have_no_log(void)
{
	struct posixtrace_leftover list[4];
	pid_t pid;

	need_own_slots();
	pid = hz_fork();
	if (pid == 0) {
		hz_create(&(struct hz_setup){0});
		CHECK(posixtrace_leftovers(list, 4) == 0, "it is no leftover");
		raise(SIGKILL);
	}
	while (waitpid(pid, NULL, 0) < 0)
		;
	CHECK(posixtrace_leftovers(list, 4) == 1, "expected one leftover");
	CHECK(list[0].controller == pid && list[0].log_inode == 0 &&
	      list[0].log[0] == '\0', "another one");
	OK(posixtrace_discard(list));
	CHECK(posixtrace_leftovers(list, 4) == 0, "it is still there");
	CHECK(posixtrace_discard(list) == ENOENT, "it is gone");
}

/* A stream that is shut down while leftovers are listed is none. */
static void no_leftover_of_a_shutdown(void)
{
	enum { ROUNDS = 500 };
	struct posixtrace_leftover list[4];
	struct posixtrace_stream stream;
	int status = 0;
	pid_t pid;

	need_own_slots();
	pid = hz_fork();
	if (pid == 0) {
		for (unsigned i = 0; i < ROUNDS; i++)
			OK(posix_trace_shutdown(hz_create(&(struct hz_setup){
				.size = 4096 })));
		exit(0);
	}
	while (waitpid(pid, &status, WNOHANG) == 0) {
		CHECK(posixtrace_leftovers(list, 4) == 0, "%s",
		      list[0].segment);
		CHECK(posixtrace_streams(&stream, 1) == 0 ||
		      stream.state != POSIXTRACE_STATE_DEAD, "%s",
		      stream.segment);
	}
	CHECK(status == 0, "status %x", (unsigned)status);
}

enum { EVENTS = 3, READ = EVENTS + 2 };	/* with START and STOP */

/* The rounds that have begun, whose log is shut down, and that are over. */
struct rounds {
	_Atomic uint32_t begun, ending, over;
};

/* Shut streams with logs down. */
static void shut_down(int fd, unsigned rounds, struct rounds *at)
{
	for (unsigned i = 1; i <= rounds; i++) {
		trace_id_t trid;

		hz_wait_for(&at->over, i - 1);
		SYS(ftruncate(fd, 0));
		SYS(lseek(fd, 0, SEEK_SET));
		trid = hz_create(&(struct hz_setup){ .size = 4096, .fd = fd });
		for (unsigned j = 0; j < EVENTS; j++)
			posix_trace_event(hz_type("kept"), "", 1);
		OK(posix_trace_stop(trid));
		at->begun = i;
		while (at->ending < i)
			;
		OK(posix_trace_shutdown(trid));
	}
}

static unsigned count_events(int fd)
{
	struct hz_event e;
	trace_id_t trid;
	unsigned n = 0;

	OK(posix_trace_open(fd, &trid));
	while (hz_get(trid, &e))
		n++;
	OK(posix_trace_close(trid));
	return n;
}

/* A log that is recovered while its stream is shut down is complete, and
 * nothing is in it twice. */
static void recovered_at_its_shutdown(void)
{
	enum { ROUNDS = 60 };
	struct rounds *at = hz_share(sizeof(*at));
	struct posixtrace_recovery done;
	int fd = hz_file();
	pid_t pid = hz_fork();

	if (pid == 0) {
		shut_down(fd, ROUNDS, at);
		exit(0);
	}
	for (unsigned i = 1; i <= ROUNDS; i++) {
		int mine = open_log(hz_link(fd), 0), err;

		hz_wait_for(&at->begun, i);
		at->ending = i;
		while ((err = posixtrace_recover(mine, &done)) == EBUSY)
			;
		OK(err);
		CHECK(done.was_complete && done.events == 0, "round %u", i);
		CHECK(count_events(mine) == READ, "round %u", i);
		SYS(close(mine));
		at->over = i;
	}
	hz_join(pid);
}

static const struct hz_case cases[] = {
	{ .name = "slots-come-back", .run = slots_come_back, .kills = true },
	{ .name = "slots-are-taken-after-recovery",
	  .run = slots_are_taken_after_recovery, .kills = true },
	{ .name = "leftovers-are-listed", .run = leftovers_are_listed,
	  .kills = true },
	{ .name = "leftovers-have-no-log", .run = leftovers_have_no_log,
	  .kills = true },
	{ .name = "no-leftover-of-a-shutdown",
	  .run = no_leftover_of_a_shutdown },
	{ .name = "recovered-at-its-shutdown",
	  .run = recovered_at_its_shutdown },
	{ .name = "crashed-once", .run = crashed_once, .kills = true },
	{ .name = "crash-loop", .run = crash_loop, .kills = true },
	{ .name = "many-recorders", .run = many_recorders, .kills = true },
	{ .name = "removed-logs", .run = removed_logs, .kills = true },
	{ .name = "renamed-logs", .run = renamed_logs, .kills = true },
	{ .name = "overwritten-logs", .run = overwritten_logs, .kills = true },
	{ .name = "complete-logs", .run = complete_logs, .kills = true },
	{ .name = "junk", .run = junk, .kills = true },
	{ .name = "discarded", .run = discarded, .kills = true },
	{ .name = "recovered-meanwhile", .run = recovered_meanwhile,
	  .kills = true },
};

HZ_MAIN(cases)
