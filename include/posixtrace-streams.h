/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * What <posixtrace.h>, which includes this, has for who looks after the streams of
 * all processes.
 */
#ifndef POSIXTRACE_INCLUDE_POSIXTRACE_STREAMS_H
#define POSIXTRACE_INCLUDE_POSIXTRACE_STREAMS_H

#include <posixtrace.h>

#ifdef __cplusplus
extern "C" {
#endif
#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif

/* The state of a stream, from its memory. */
enum posixtrace_state {
	POSIXTRACE_STATE_STOPPED,	/* not started yet, or stopped */
	POSIXTRACE_STATE_RUNNING,
	POSIXTRACE_STATE_FULL,		/* it has stopped by itself */
	POSIXTRACE_STATE_DEAD		/* its controller has died */
};

/* A stream of any process, at a moment.  The traced process can write to that
 * memory, so nothing of it can be relied on but `segment`. */
struct posixtrace_stream {
	pid_t controller;		/* in its own pid namespace, as is ... */
	pid_t target;			/* ... this; or POSIX_TRACE_ALLPROC */
	enum posixtrace_state state;
	int full_policy;		/* POSIX_TRACE_LOOP, _UNTIL_FULL, _FLUSH */
	struct timespec created;
	uint64_t size;			/* bytes of memory that it takes */
	uint64_t stream_size;		/* bytes reserved for records */
	uint64_t used;			/* of them, by events that nobody has read,
					 * flushed or, in a LOOP stream,
					 * overwritten yet */
	uint64_t peak;			/* most bytes ever used in full chunks */
	uint64_t written;		/* bytes of records since it was created,
					 * about: for rates */
	uint64_t lost;			/* events, since it was created */
	uint32_t processes;		/* that ever attached to it */
	uint32_t threads;		/* that ever recorded into it */
	uint64_t log_device;		/* the file of its log, as st_dev ... */
	uint64_t log_inode;		/* ... and st_ino; 0: it has none */
	char name[TRACE_NAME_MAX + 1];	/* of the stream */
	char segment[128];		/* path of the segment */
	char log[192];			/* path of the log, as it was when that was
					 * begun; empty if it is too long, or there
					 * is none */
};

/*
 * Put the streams that are in the runtime directory of the caller's effective
 * user, or of all users if that is root, `max` at most, into `list`: those of live
 * controllers and of dead ones.  Damaged memory is left out; see
 * posixtrace_leftovers().  Returns how many there are.  Not to be called in signal
 * handlers; no cancellation point.
 */
size_t posixtrace_streams(struct posixtrace_stream *list, size_t max);

/* What the controller of a stream can be asked for. */
enum posixtrace_command {
	POSIXTRACE_COMMAND_START = 1,	/* posix_trace_start() */
	POSIXTRACE_COMMAND_STOP,	/* posix_trace_stop() */
	POSIXTRACE_COMMAND_FLUSH,	/* posix_trace_flush() */
	POSIXTRACE_COMMAND_SNAPSHOT	/* a log of what the stream has; see
					 * posixtrace_notify_snapshots() */
};

/*
 * Have the controller of a stream that posixtrace_streams() has found do that, and
 * return when it is done, with the result of the function; a call of it in the
 * controller would do the same.  The thread that writes the log does it, so the
 * stream must have one.
 *
 * EINVAL: no such command.  ENOENT: the stream does not exist any more.  ENOTSUP: it
 * has no log, or its controller makes no snapshots.  ETIMEDOUT: the controller has not done it within five seconds, since
 * it is stopped, is busy, or has an older version of the library; it will not be
 * done later, but what it has begun it goes on with.  ENOMEM.
 * Not to be called in signal handlers; no cancellation point.
 */
int posixtrace_command(const struct posixtrace_stream *stream,
		       enum posixtrace_command command);

struct sigevent;			/* of <signal.h> */

/*
 * For the controller of a stream with a log: other processes may ask for snapshots,
 * and the process gets the signal of `event` (SIGEV_SIGNAL; si_code is SI_QUEUE)
 * each time one does.  It then makes one, by posixtrace_switch_log(), and calls
 * posixtrace_answer_snapshot().  NULL, or SIGEV_NONE, as before the first call: they
 * are refused.  One request at a time is outstanding; who asks waits for the answer,
 * for five seconds.
 *
 * EINVAL: no active stream with a log, or no event that it can be notified by.
 * Not to be called in signal handlers; no cancellation point.
 */
int posixtrace_notify_snapshots(trace_id_t trid, const struct sigevent *event);

/*
 * The snapshot that was asked for has been made, or, if `error` is an error number,
 * could not be: posixtrace_command() returns that in the process that has asked.
 *
 * EINVAL: no active stream with a log, or no error number.  ESRCH: nobody waits for
 * an answer, or not any longer.
 * Not to be called in signal handlers; no cancellation point.
 */
int posixtrace_answer_snapshot(trace_id_t trid, int error);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif /* POSIXTRACE_INCLUDE_POSIXTRACE_STREAMS_H */
