/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EXIT-1: when the controller ends, in whatever way, its streams are shut
 * down, so its logs are complete.
 *
 * By SIGTERM.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static trace_id_t logging(int fd)
{
	trace_attr_t attr;

	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, 100, 16);
	return ct_logging(&attr, fd);
}

/* How many there are, or -1 if the file is no log yet. */
static int events_in_log(trace_event_id_t id)
{
	int fd = SYSTEM(open(ct_path, O_RDONLY)), n = -1;
	trace_id_t trid;

	if (posix_trace_open(fd, &trid) == 0) {
		n = ct_count(ct_read, trid, id);
		SETUP(posix_trace_close(trid));
	}
	close(fd);
	return n;
}

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	int fd = ct_file(), status, n = -1, i;
	pid_t pid = ct_fork();

	if (pid == 0) {
		logging(fd);
		for (i = 0; i < 30; i++)
			ct_fire(id, i);
		raise(SIGTERM);
		_exit(99);
	}
	SYSTEM(waitpid(pid, &status, 0));
	if (WIFEXITED(status) && WEXITSTATUS(status) != 99)
		exit(WEXITSTATUS(status));
	if (!WIFSIGNALED(status))
		UNRESOLVED("the controller did not die of the signal");
	CT_UNTIL((n = events_in_log(id)) == 30);
	if (n != 30)
		FAIL("expected the 30 events in a completed log, got %d", n);
	PASS("the log was completed by the end of its controller");
}
