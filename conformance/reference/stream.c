/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Making a stream and shutting it down (pages posix_trace_create and
 * posix_trace_shutdown).
 */
#include "reference.h"

#include <fcntl.h>

/* A process may trace those to which it may send signals; 0 is the caller. */
static int target_check(pid_t pid)
{
	if (pid < 0)
		return ESRCH;
	return pid == 0 || kill(pid, 0) == 0 ? 0 : errno;
}

/* A log must be a file with positions, whatever its policy; with O_APPEND it
 * has none. */
static int log_check(int fd)
{
	int flags = fcntl(fd, F_GETFL);

	if (flags == -1 || (flags & O_ACCMODE) == O_RDONLY)
		return EBADF;
	if ((flags & O_APPEND) != 0 || lseek(fd, 0, SEEK_CUR) == -1)
		return EINVAL;
	return 0;
}

static void stream_free(struct stream *stream)
{
	unsigned int i = (unsigned int)(stream - shared->stream);

	for (int j = 0; j < PROCESSES; j++)
		shared->process[j].streams &= ~((uint64_t)1 << i);
	map_release(stream->map);
	sem_destroy(&stream->readable);
	sem_destroy(&stream->no_readers);
	sem_destroy(&stream->work);
	stream->number = 0;
}

static int stream_init(struct stream *stream, struct process *target,
		const trace_attr_t *attr, bool has_log)
{
	size_t i = (size_t)(stream - shared->stream);
	struct ring ring;

	if (!memory_take(&ring, attr->__stream_size +
			2 * system_record_size() +
			EXTRAS * extra_record_size()))
		return ENOMEM;
	shared->last_serial++;
	*stream = (struct stream){
		.serial = shared->last_serial,
		.number = 2 * (choose.reuse ? i + 1 : shared->last_serial),
		.controller = getpid(), .target = target->pid,
		.has_log = has_log, .map = target->map, .attr = *attr,
		.ring = ring,
	};
	shared->map[stream->map].users++;
	sem_init(&stream->readable, 1, 0);
	sem_init(&stream->no_readers, 1, 0);
	sem_init(&stream->work, 1, 0);
	return 0;
}

/* An entry for a stream that does not trace yet. */
static int stream_new(pid_t pid, const trace_attr_t *attr, bool has_log,
		struct stream **made)
{
	struct process *target = process_find(pid);
	struct stream *stream = NULL;
	int n = 0;

	for (int i = 0; i < STREAMS; i++) {
		if (shared->stream[i].number != 0)
			n++;
		else if (stream == NULL)
			stream = &shared->stream[i];
	}
	if (n >= limits.streams)
		return EAGAIN;
	if (target == NULL)
		target = process_new(pid);
	if (target == NULL)
		return ENOMEM;
	*made = stream;
	return stream_init(stream, target, attr, has_log);
}

/* From now on it traces, unless its target has just ended. */
static void stream_connect(struct stream *stream, trace_id_t *trid)
{
	unsigned int i = (unsigned int)(stream - shared->stream);
	struct process *target = process_find(stream->target);

	if (target != NULL)
		target->streams |= (uint64_t)1 << i;
	trid->__number = stream->number;
}

static int create(pid_t pid, const trace_attr_t *asked, bool has_log, int fd,
		trace_id_t *trid)
{
	struct stream *stream;
	trace_attr_t attr;
	sigset_t saved;
	int error;

	if (shared == NULL)
		return ENOMEM;
	error = attr_for_stream(&attr, asked, has_log);
	if (error == 0 && has_log)
		error = log_check(fd);
	if (error == 0)
		error = target_check(pid);
	if (error != 0)
		return error;
	segment_lock(&saved);
	error = stream_new(pid ? pid : getpid(), &attr, has_log, &stream);
	segment_unlock(&saved);
	if (error != 0)
		return error;
	error = keeper_start(stream, has_log ? fd : -1);
	segment_lock(&saved);
	if (error == 0)
		stream_connect(stream, trid);
	else
		stream_free(stream);
	segment_unlock(&saved);
	return error;
}

int posix_trace_create(pid_t pid, const trace_attr_t *restrict attr,
		trace_id_t *restrict trid)
{
	may_cancel();
	return create(pid, attr, false, -1, trid);
}

int posix_trace_create_withlog(pid_t pid, const trace_attr_t *restrict attr,
		int fd, trace_id_t *restrict trid)
{
	may_cancel();
	return create(pid, attr, true, fd, trid);
}

/* --- Shutting down ---------------------------------------------------------------- */

/* The stream can no longer be found.  It is stopped as by
 * posix_trace_stop(). */
void stream_close(struct stream *stream, const struct origin *origin)
{
	stream_stop(stream, origin);
	stream->closing = true;
	for (unsigned int i = 0; i < stream->readers; i++)
		sem_post(&stream->readable);
}

/* What the keeper does in place of shutdown if the controller cannot; with the
 * lock held. */
void stream_end(struct stream *stream, int fd)
{
	struct origin origin = caller(stream, NULL);

	stream_close(stream, &origin);
	if (stream->has_log) {
		log_recover(stream);
		log_complete(stream, fd);
	}
	stream_free(stream);
}

/* The events of a log are flushed first.  Threads that wait for an event must
 * have returned before the memory is used again. */
int posix_trace_shutdown(trace_id_t trid)
{
	void *address = __builtin_return_address(0);
	struct stream *stream;
	bool readers = false;
	sigset_t saved;
	int error, pipe, log;

	may_cancel();
	if (shared == NULL)
		return EINVAL;
	segment_lock(&saved);
	stream = stream_find(trid);
	if (stream != NULL) {
		struct origin origin = caller(stream, address);

		stream_close(stream, &origin);
		readers = stream->readers > 0;
	}
	segment_unlock(&saved);
	if (stream == NULL)
		return EINVAL;
	if (readers)
		wait_for(&stream->no_readers);
	log = flusher_log(stream);
	error = flusher_end(stream);
	if (choose.other && log != -1)
		close(log);
	pipe = keeper_pipe(stream);
	segment_lock(&saved);
	stream_free(stream);
	segment_unlock(&saved);
	close(pipe);
	return error;
}
