/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EXIT-1: when the controller ends, in whatever way, its streams are shut
 * down, so its logs are complete.
 *
 * By posix_trace_shutdown() in a handler of atexit(), which is no second
 * shutdown.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static trace_id_t trid;

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

static void finish(void)
{
	if (posix_trace_shutdown(trid) != 0)
		_exit(CT_FAIL);
}

static void test(void)
{
	trace_event_id_t id = ct_type("conformance a");
	int fd = ct_file(), n = -1, i;
	trace_attr_t attr;
	pid_t pid = ct_fork();

	if (pid == 0) {
		ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, 100, 16);
		trid = ct_logging(&attr, fd);
		atexit(finish);
		for (i = 0; i < 30; i++)
			ct_fire(id, i);
		exit(0);
	}
	ct_reap(pid);
	CT_UNTIL((n = events_in_log(id)) == 30);
	if (n != 30)
		FAIL("expected the 30 events in a completed log, got %d", n);
	PASS("a handler of atexit() shut the stream down");
}
