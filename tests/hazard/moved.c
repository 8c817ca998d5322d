/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * A traced process that forks does not find the file of its stream any more: it has
 * become another user, has another /dev/shm, or somebody removed the file.  Its
 * children are no sign that the controller has died.
 */
#include "users.h"

enum how { BECOMES_ANOTHER_USER, HAS_ANOTHER_SHM, FILES_ARE_REMOVED };

/* Longer than the half second after which a process looks for the controller. */
enum { ROUNDS = 12, ROUND_MS = 100, EVENTS = 1 + 2 * ROUNDS };

static void remove_files(void)
{
	char path[128], command[200];

	hz_rundir(path, sizeof(path));
	snprintf(command, sizeof(command), "rm -rf '%s'", path);
	CHECK(system(command) == 0, "%s", command);
}

static void move(enum how how)
{
	switch (how) {
	case BECOMES_ANOTHER_USER:
		become(ALICE);
		break;
	case HAS_ANOTHER_SHM:
		if (!hz_make_mounts_private())
			exit(77);
		SYS(mount("tmpfs", "/dev/shm", "tmpfs", 0, NULL));
		break;
	case FILES_ARE_REMOVED:
		remove_files();
		break;
	}
}

static void record_and_fork(enum how how)
{
	trace_event_id_t type = hz_type("moved");

	posix_trace_event(type, "before", 6);
	move(how);
	for (int i = 0; i < ROUNDS; i++) {
		pid_t pid;

		hz_sleep_ms(ROUND_MS);
		pid = hz_fork();
		if (pid == 0) {
			posix_trace_event(type, "child", 5);
			_exit(0);
		}
		hz_join(pid);
		posix_trace_event(type, "parent", 6);
	}
	exit(0);
}

static void all_is_recorded(enum how how)
{
	struct posix_trace_status_info status;
	struct hz_event e;
	unsigned n = 0;
	int begin[2], ended;
	trace_id_t trid;
	pid_t target;
	char byte;

	need_root();
	SYS(pipe(begin));
	target = hz_fork();
	if (target == 0) {
		close(begin[1]);
		if (read(begin[0], &byte, 1) == 0)
			record_and_fork(how);
		exit(1);
	}
	trid = hz_create(&(struct hz_setup){
		.pid = target, .inherited = POSIX_TRACE_INHERITED,
		.policy = POSIX_TRACE_UNTIL_FULL, .size = 1 << 20 });
	close(begin[0]);
	close(begin[1]);
	SYS(waitpid(target, &ended, 0));
	if (WIFEXITED(ended) && WEXITSTATUS(ended) == 77)
		SKIP("there is no second /dev/shm");
	CHECK(ended == 0, "status %x", (unsigned)ended);
	OK(posix_trace_get_status(trid, &status));
	CHECK(status.posix_stream_status == POSIX_TRACE_RUNNING,
	      "it was stopped");
	while (hz_try(trid, &e))
		n += hz_is_user(&e);
	CHECK(n == EVENTS, "%u of %d events", n, EVENTS);
	OK(posix_trace_shutdown(trid));
}

static void becomes_another_user(void)
{
	all_is_recorded(BECOMES_ANOTHER_USER);
}

static void has_another_shm(void)
{
	all_is_recorded(HAS_ANOTHER_SHM);
}

static void files_are_removed(void)
{
	all_is_recorded(FILES_ARE_REMOVED);
}

static const struct hz_case cases[] = {
	{ .name = "becomes-another-user", .run = becomes_another_user },
	{ .name = "has-another-shm", .run = has_another_shm },
	{ .name = "files-are-removed", .run = files_are_removed },
};

HZ_MAIN(cases)
