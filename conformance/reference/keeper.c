/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The keeper of a stream: a process that shuts the stream down if its
 * controller ends in any way without having done so, or calls exec (pages exec,
 * exit and posix_trace_shutdown).  It detects that by a pipe that only the
 * controller has open for writing.  This file also has the lock for data local
 * to a process: pipes, and logs that are being read.
 */
#define _DEFAULT_SOURCE		/* closefrom() */
#include "reference.h"

#include <fcntl.h>
#include <sys/wait.h>

static int pipes[STREAMS];
static pthread_mutex_t local = PTHREAD_MUTEX_INITIALIZER;
static sigset_t local_saved;		/* stored by the thread that has the lock */
static _Thread_local bool forking;

/* The keeper's fork() must not look like a child of the application. */
bool keeper_is_forking(void)
{
	return forking;
}

void local_lock(void)
{
	sigset_t all, saved;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &saved);
	pthread_mutex_lock(&local);
	local_saved = saved;
}

void local_unlock(void)
{
	sigset_t saved = local_saved;

	pthread_mutex_unlock(&local);
	pthread_sigmask(SIG_SETMASK, &saved, NULL);
}

/* --- The process ------------------------------------------------------------- */

/* Wait until the pipe is closed; the stream may not exist any more by then. */
static void keep(struct stream *stream, unsigned long serial, int end, int fd)
{
	enum { END = 0, LOG = 1 };
	sigset_t saved;
	char none;

	/* Move these two, then close all others. */
	end = fcntl(end, F_DUPFD, 2);
	fd = fcntl(fd, F_DUPFD, 2);
	dup2(end, END);
	dup2(fd, LOG);
	closefrom(2);
	setsid();
	if (chdir("/") == -1)
		_exit(1);
	while (read(END, &none, 1) == -1 && errno == EINTR)
		;
	segment_lock(&saved);
	if (stream->number != 0 && stream->serial == serial)
		stream_end(stream, LOG);
	segment_unlock(&saved);
	_exit(0);
}

/* A child of a child, so that the application never has to wait for it. */
static int keeper_fork(struct stream *stream, const int ends[2], int fd)
{
	unsigned long serial = stream->serial;
	pid_t child;

	forking = true;
	child = fork();
	if (child == 0) {
		close(ends[1]);
		if (fork() == 0)
			keep(stream, serial, ends[0], fd);
		_exit(0);
	}
	forking = false;
	if (child == -1)
		return ENOMEM;
	while (waitpid(child, NULL, 0) == -1 && errno == EINTR)
		;
	return 0;
}

/* --- What the controller does -------------------------------------------------- */

static int keeper_make(struct stream *stream, int fd)
{
	int ends[2], error;

	if (pipe(ends) == -1)
		return ENOMEM;
	fcntl(ends[1], F_SETFD, FD_CLOEXEC);
	error = keeper_fork(stream, ends, fd);
	close(ends[0]);
	if (error != 0)
		close(ends[1]);
	else
		pipes[stream - shared->stream] = ends[1];
	return error;
}

int keeper_start(struct stream *stream, int fd)
{
	int error;

	local_lock();
	error = keeper_make(stream, fd);
	local_unlock();
	if (error != 0 || fd == -1)
		return error;
	error = flusher_start(stream, fd);
	if (error != 0)
		close(keeper_pipe(stream));
	return error;
}

/* Returns the pipe, which the caller closes after the stream was shut down;
 * then the keeper has nothing to do. */
int keeper_pipe(const struct stream *stream)
{
	int *pipe = &pipes[stream - shared->stream], end;

	local_lock();
	end = *pipe;
	*pipe = 0;
	local_unlock();
	return end;
}

/* In a child, which controls no streams. */
void keeper_forget_all(void)
{
	for (int i = 0; i < STREAMS; i++) {
		if (pipes[i] != 0)
			close(pipes[i]);
		pipes[i] = 0;
	}
	flusher_forget_all();
	reader_forget_all();
}
