/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EVENT-6: the event says which process and which thread recorded it, from
 * where, and when.
 *
 * Source: XSH 2.11.1 posix_trace_event_info Structure; TRC; shall.
 *
 * In a log: the process and the stamps are as they were in the stream.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

static void test(void)
{
	static struct ct_event ev;
	trace_event_id_t id = ct_type("conformance a");
	struct timespec ts[5];
	trace_id_t live = ct_running(NULL);
	trace_id_t logged = ct_logging(NULL, ct_file());
	int i;
	double gap;

	for (i = 0; i < 5; i++)
		ct_fire(id, i);
	for (i = 0; i < 5; i++) {
		if (!ct_find(ct_try, live, &ev, id))
			FAIL("expected five events, got %d", i);
		ts[i] = ev.info.posix_timestamp;
	}
	SETUP(posix_trace_shutdown(logged));
	logged = ct_reopen();
	id = ct_type_in(logged, "conformance a");
	for (i = 0; i < 5; i++) {
		if (!ct_find(ct_read, logged, &ev, id))
			FAIL("expected five events in the log, got %d", i);
		if (ev.info.posix_pid != getpid())
			FAIL("expected pid %ld in the log, got %ld",
					(long)getpid(), (long)ev.info.posix_pid);
		gap = (double)(ts[i].tv_sec - ev.info.posix_timestamp.tv_sec) +
			(double)(ts[i].tv_nsec - ev.info.posix_timestamp.tv_nsec) / 1e9;
		if (gap > 0.1 || gap < -0.1)
			FAIL("one call has two stamps %.3f s apart in stream "
					"and log", gap);
	}
	PASS("the log has pid and stamps of the stream");
}
