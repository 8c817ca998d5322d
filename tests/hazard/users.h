/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Shared by programs about access of other users: root becomes users that do
 * not exist. */
#ifndef TESTS_HAZARD_USERS_H
#define TESTS_HAZARD_USERS_H

#include "processes.h"

#include <grp.h>

enum { ALICE = 61234, MALLORY = 61235 };

static inline void need_root(void)
{
	if (!hz_private_shm)
		SKIP("not root");
	/* With the usual permissions, so all users can create files. */
	SYS(chmod("/dev/shm", 01777));
	unsetenv("XDG_RUNTIME_DIR");
}

static inline void become(uid_t uid)
{
	SYS(setgroups(0, NULL));
	SYS(setresgid(uid, uid, uid));
	SYS(setresuid(uid, uid, uid));
	/* Like a process that was started by this user. */
	SYS(prctl(PR_SET_DUMPABLE, 1));
}

static inline void wait_for_owner(pid_t pid, uid_t uid)
{
	char path[64];
	struct stat st;

	snprintf(path, sizeof(path), "/proc/%d", (int)pid);
	do {
		hz_sleep_ms(1);
		SYS(stat(path, &st));
	} while (st.st_uid != uid);
}

/* A process of a user that records all the time. */
static inline pid_t target_of(uid_t uid)
{
	pid_t pid = hz_fork();
	trace_event_id_t type;

	if (pid) {
		wait_for_owner(pid, uid);
		return pid;
	}
	become(uid);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	type = hz_type("security");
	for (;;) {
		posix_trace_event(type, "secret", 6);
		hz_sleep_ms(1);
	}
}

static inline void wait_for_directory(uid_t uid)
{
	char path[64];
	struct stat st;

	snprintf(path, sizeof(path), "/dev/shm/posixtrace-%u", (unsigned)uid);
	for (int i = 0; stat(path, &st) != 0; i++) {
		CHECK(i < 2000, "%s is not there", path);
		hz_sleep_ms(1);
	}
}

static inline void expect_events(trace_id_t trid)
{
	struct hz_event e;

	do
		CHECK(hz_get_within(trid, &e, 5000), "nothing came");
	while (!hz_is_user(&e));
}

#endif
