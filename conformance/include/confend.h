/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * A controller that ends without posix_trace_shutdown(): a child records 30
 * events into a log, and the program decides how the child ends.
 */
#ifndef CONFEND_H
#define CONFEND_H

#include "conftest.h"

enum { CT_ENDING_EVENTS = 30, CT_SURVIVED = 99 };

/* Creates a stream with the file as its log, and records the events.  The type
 * is opened here, because a child need not know the types of its parent. */
static inline trace_id_t ct_recorded(int fd)
{
	trace_event_id_t id = ct_type("conformance a");
	trace_id_t trid = ct_logging_to(fd, 100);
	int i;

	for (i = 0; i < CT_ENDING_EVENTS; i++)
		ct_fire(id, i);
	return trid;
}

/* The number of events in the log, or -1 if the file is no log yet.  Whether it is
 * one before it is complete is not said. */
static inline int ct_events_in_log(void)
{
	int fd = SYSTEM(open(ct_path, O_RDONLY)), n = -1;
	trace_event_id_t id;
	trace_id_t trid;

	if (posix_trace_open(fd, &trid) == 0) {
		if (ct_has_type(trid, "conformance a", &id))
			n = ct_count(ct_read, trid, id);
		SETUP(posix_trace_close(trid));
	}
	close(fd);
	return n;
}

/* Wait for the log of a controller that has ended.  Returns the number of its
 * events. */
static inline int ct_completed(void)
{
	int n = -1;

	CT_UNTIL((n = ct_events_in_log()) == CT_ENDING_EVENTS);
	return n;
}

/*
 * `end` ends the controller, by a signal or with CT_DONE.  Returns the number
 * of events in its log.
 */
static inline int ct_controller_ends(void (*end)(trace_id_t), int by_signal)
{
	int fd = ct_file(), status;
	pid_t pid = ct_fork();

	if (pid == 0) {
		end(ct_recorded(fd));
		_exit(CT_SURVIVED);
	}
	SYSTEM(waitpid(pid, &status, 0));
	if (WIFEXITED(status) && WEXITSTATUS(status) != CT_SURVIVED)
		ct_ended(WEXITSTATUS(status));
	if (by_signal ? !WIFSIGNALED(status) :
			!WIFEXITED(status) || WEXITSTATUS(status) != CT_DONE)
		UNRESOLVED("the controller did not end as it should");
	return ct_completed();
}

/* The status in the log, or -1 if it cannot be opened yet. */
static inline int ct_status_in_log(void)
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

/* The status in the log of a controller that `end` ends; it may take a moment until
 * that is SUSPENDED. */
static inline int ct_status_after(void (*end)(trace_id_t), int by_signal)
{
	int status = -1;

	if (ct_controller_ends(end, by_signal) != CT_ENDING_EVENTS)
		FAIL("expected %d events in the log", CT_ENDING_EVENTS);
	CT_UNTIL((status = ct_status_in_log()) == POSIX_TRACE_SUSPENDED);
	return status;
}

/* The data of the STOP at the end of the log, -1 if another event is there, or if the
 * log cannot be opened yet. */
static inline int ct_stop_in_log(void)
{
	int fd = SYSTEM(open(ct_path, O_RDONLY)), data = -1;
	static struct ct_event ev;
	trace_id_t trid;

	if (posix_trace_open(fd, &trid) == 0) {
		while (ct_read(trid, &ev)) {
			data = -1;
			if (ct_is(trid, &ev, POSIX_TRACE_STOP) &&
					ev.len == sizeof(data))
				memcpy(&data, ev.data, sizeof(data));
		}
		SETUP(posix_trace_close(trid));
	}
	close(fd);
	return data;
}

/* That of the log of a controller that `end` ends; it may take a moment. */
static inline int ct_stop_after(void (*end)(trace_id_t), int by_signal)
{
	int data = -1;

	if (ct_controller_ends(end, by_signal) != CT_ENDING_EVENTS)
		FAIL("expected %d events in the log", CT_ENDING_EVENTS);
	CT_UNTIL((data = ct_stop_in_log()) == 0);
	return data;
}

#endif
