/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EXEC-2: when the controller calls exec its streams are shut down.
 *
 * Its log is complete, and has no event of the new program.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

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
	static char mode[] = "image";
	trace_event_id_t id = ct_type("conformance a");
	int fd, n = -1, i;
	char *argv[3];
	trace_attr_t attr;
	pid_t pid;

	if (ct_argv[1]) {
		for (i = 0; i < 30; i++)
			ct_fire(id, 100 + i);
		_exit(0);
	}
	if (!strchr(ct_argv[0], '/'))
		UNRESOLVED("run this program by its path");
	fd = ct_file();
	pid = ct_fork();
	if (pid == 0) {
		ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, 100, 16);
		ct_logging(&attr, fd);
		for (i = 0; i < 30; i++)
			ct_fire(id, i);
		argv[0] = ct_argv[0];
		argv[1] = mode;
		argv[2] = NULL;
		execv(argv[0], argv);
		_exit(CT_UNRESOLVED);
	}
	ct_reap(pid);
	CT_UNTIL((n = events_in_log(id)) == 30);
	if (n != 30)
		FAIL("expected the 30 events before the exec, got %d", n);
	PASS("the exec completed the log");
}
