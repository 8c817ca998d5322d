/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Root traces a user's process into a log of its own, and is killed.  The
 * events in memory are in the user's directory, where root must find them,
 * whatever else the user puts in their place.
 */
#include "users.h"

#include <sys/file.h>

static char root_log[] = "/tmp/posixtrace-hazard-log-XXXXXX";

static int leave_of(pid_t target)
{
	int fd = mkstemp(root_log);
	pid_t controller;

	SYS(fd);
	controller = hz_fork();
	if (controller == 0) {
		hz_create(&(struct hz_setup){
			.pid = target, .fd = fd, .size = 65536,
			.policy = POSIX_TRACE_LOOP,
			.log_policy = POSIX_TRACE_APPEND });
		hz_sleep_ms(30);
		raise(SIGKILL);
	}
	hz_join_killed(controller);
	return fd;
}

static void expect_leftovers_as(uid_t uid, size_t expected)
{
	pid_t pid = hz_fork();

	if (pid == 0) {
		size_t n;

		become(uid);
		n = posixtrace_leftovers(NULL, 0);
		CHECK(n == expected, "%u sees %zu", (unsigned)uid, n);
		exit(0);
	}
	hz_join(pid);
}

static void root_recovers(void)
{
	struct posixtrace_leftover list[2];
	struct posixtrace_recovery done;
	unsigned n;
	pid_t alice;
	int fd;

	need_root();
	alice = target_of(ALICE);
	wait_for_directory(ALICE);
	/* Objects that look like directories of other users. */
	SYS(mkdir("/dev/shm/posixtrace-61299", 0700));
	SYS(symlink("/dev/shm", "/dev/shm/posixtrace-61298"));
	fd = leave_of(alice);
	CHECK(posixtrace_leftovers(list, 2) == 1, "root does not see it");
	CHECK(strstr(list[0].segment, "posixtrace-61234/"), "%s",
	      list[0].segment);
	CHECK(strcmp(list[0].log, root_log) == 0, "%s", list[0].log);
	expect_leftovers_as(ALICE, 1);
	expect_leftovers_as(MALLORY, 0);
	n = hz_count_user_events(fd);
	CHECK(n > 0, "what is in memory is not read");
	OK(posixtrace_recover(fd, &done));
	CHECK(done.events >= n && !done.was_complete, "%llu events",
	      (unsigned long long)done.events);
	CHECK(posixtrace_leftovers(list, 2) == 0, "it is kept");
	CHECK(access(list[0].segment, F_OK) != 0, "it is still there");
	CHECK(hz_count_user_events(fd) == n, "not the same events");
	close(fd);
	SYS(unlink(root_log));
	strcpy(root_log + strlen(root_log) - 6, "XXXXXX");
	fd = leave_of(alice);
	CHECK(posixtrace_leftovers(list, 2) == 1, "root does not see it");
	OK(posixtrace_discard(list));
	CHECK(posixtrace_leftovers(list, 2) == 0, "it is kept");
	CHECK(posixtrace_recover(fd, &done) == ENOENT, "it is not gone");
	hz_kill(alice);
	close(fd);
	SYS(unlink(root_log));
	SYS(rmdir("/dev/shm/posixtrace-61299"));
	SYS(unlink("/dev/shm/posixtrace-61298"));
}

/* The user has replaced the segment. */
static void replace(unsigned how, const char *segment)
{
	char kept[160], names[160];
	int fd;

	snprintf(kept, sizeof(kept), "%s-kept", segment);
	snprintf(names, sizeof(names), "%s.names", segment);
	umask(0);
	SYS(rename(segment, kept));
	switch (how) {
	case 0:
		SYS(symlink("/dev/shm/victim", segment));
		break;
	case 1:
		SYS(mkfifo(segment, 0600));
		break;
	case 2:
		/* The correct bytes, but by a symbolic link; or another map of
		 * names. */
		SYS(symlink(kept, segment));
		break;
	case 3:
		SYS(rename(kept, segment));
		SYS(unlink(names));
		SYS(symlink("/dev/shm/victim", names));
		break;
	case 4:
		SYS(rename(kept, segment));
		SYS(chmod(segment, 0666));
		break;
	default:
		/* Locked, with a valid first page and wrong contents after
		 * it. */
		SYS(rename(kept, segment));
		fd = open(segment, O_RDWR);
		SYS(fd);
		SYS(flock(fd, LOCK_EX));
		for (off_t at = 4096; at < 65536; at += 8)
			SYS(pwrite(fd, "\xff\xff\xff\x7f\xff\xff\xff\x7f", 8,
				   at));
	}
}

static void root_recovers_despite_obstacles(void)
{
	struct posixtrace_leftover list[2];
	struct posixtrace_recovery done;
	struct stat before, after;
	int victim, fd, err;
	pid_t mallory;

	need_root();
	victim = open("/dev/shm/victim", O_CREAT | O_RDWR | O_CLOEXEC, 0600);
	SYS(victim);
	SYS(ftruncate(victim, 4 << 20));
	SYS(fstat(victim, &before));
	for (unsigned how = 0; how < 6; how++) {
		uint64_t begin;
		pid_t enemy;

		mallory = target_of(MALLORY);
		wait_for_directory(MALLORY);
		strcpy(root_log + strlen(root_log) - 6, "XXXXXX");
		fd = leave_of(mallory);
		CHECK(posixtrace_leftovers(list, 2) == 1, "not left");
		hz_kill(mallory);
		enemy = hz_fork();
		if (enemy == 0) {
			become(MALLORY);
			replace(how, list[0].segment);
			exit(0);
		}
		hz_join(enemy);
		begin = hz_ns();
		posixtrace_leftovers(list, 2);
		hz_count_user_events(fd);
		err = posixtrace_recover(fd, &done);
		CHECK(err == 0 || err == ENOENT || err == EBUSY || err == ENOMEM,
		      "%u: %s", how, strerror(err));
		CHECK(hz_is_within(begin, 20), "%u: held up", how);
		SYS(fstat(victim, &after));
		CHECK(after.st_size == before.st_size && after.st_nlink == 1 &&
		      after.st_uid == 0 &&
		      after.st_mtim.tv_nsec == before.st_mtim.tv_nsec &&
		      after.st_mtim.tv_sec == before.st_mtim.tv_sec,
		      "%u: the victim has changed", how);
		close(fd);
		SYS(unlink(root_log));
		hz_remove_leftovers();
		SYS(chmod("/dev/shm", 01777));
		victim = open("/dev/shm/victim", O_CREAT | O_RDWR | O_CLOEXEC,
			      0600);
		SYS(victim);
		SYS(ftruncate(victim, 4 << 20));
		SYS(fstat(victim, &before));
	}
	unlink("/dev/shm/victim");
}

static const struct hz_case cases[] = {
	{ .name = "recovers", .run = root_recovers, .kills = true },
	{ .name = "recovers-despite-obstacles", .run = root_recovers_despite_obstacles,
	  .kills = true },
};

HZ_MAIN(cases)
