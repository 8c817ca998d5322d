/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EXIT-1: when the controller ends, in whatever way, its streams are shut
 * down, so its logs are complete.
 *
 * Source: XSH _Exit() Consequences of Process Termination, XSH
 * posix_trace_shutdown() DESCRIPTION; TRC; shall.
 *
 * By SIGKILL: a shutdown first stops the stream, so the status in
 * the log is SUSPENDED.
 */
#define NEEDS (CT_LOG)
#include "confend.h"

static void end(trace_id_t trid)
{
	(void)trid;
	kill(getpid(), SIGKILL);
}

/* The status in the log, or -1 if it cannot be opened yet. */
static int status_in_log(void)
{
	int fd = SYSTEM(open(ct_path, O_RDONLY)), status = -1;
	trace_id_t trid;

	if (posix_trace_open(fd, &trid) == 0) {
		status = ct_status(trid).posix_stream_status;
		SETUP(posix_trace_close(trid));
	}
	close(fd);
	return status;
}

static void test(void)
{
	int status = -1;

	if (ct_controller_ends(end, 1) != CT_ENDING_EVENTS)
		FAIL("expected %d events in the log", CT_ENDING_EVENTS);
	CT_UNTIL((status = status_in_log()) == POSIX_TRACE_SUSPENDED);
	if (status != POSIX_TRACE_SUSPENDED)
		FAIL("expected the status SUSPENDED in the log, got %d", status);
	PASS("the log says SUSPENDED");
}
