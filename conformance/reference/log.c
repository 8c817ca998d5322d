/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Writing a log (XSH 2.11.1, log-full policies; page posix_trace_flush).  All
 * is called with the lock held.
 *
 * The file is a struct log_head and the records behind it, as in a stream.
 * The log of a policy that has a limit is a ring of log-max-size bytes; where
 * its oldest record begins is found by going backwards from the end.
 */
#include "reference.h"

#include <fcntl.h>

/* The maximum number of bytes of records in the file; 0: no limit. */
size_t log_room(const trace_attr_t *attr)
{
	return attr->__log_policy == POSIX_TRACE_APPEND ? 0 : attr->__log_size;
}

bool log_is_full(const struct stream *stream)
{
	return stream->attr.__log_policy == POSIX_TRACE_UNTIL_FULL &&
			stream->status.posix_log_full_status ==
			POSIX_TRACE_FULL;
}

static int write_at(int fd, uint64_t position, const void *from, size_t n)
{
	const unsigned char *bytes = from;

	while (n > 0) {
		ssize_t written = pwrite(fd, bytes, n, (off_t)position);

		if (written == -1 && errno != EINTR)
			return errno;
		if (written > 0) {
			bytes += written;
			position += (uint64_t)written;
			n -= (size_t)written;
		}
	}
	return 0;
}

/* The offset in the file after `position` bytes of records. */
static int write_part(const struct stream *stream, int fd, uint64_t position,
		const void *from, size_t n)
{
	const uint64_t head = sizeof(struct log_head);
	size_t room = log_room(&stream->attr), first;
	int error;

	if (room == 0)
		return write_at(fd, head + position, from, n);
	position %= room;
	first = room - (size_t)position < n ? room - (size_t)position : n;
	error = write_at(fd, head + position, from, first);
	if (error != 0)
		return error;
	return write_at(fd, head, (const unsigned char *)from + first,
			n - first);
}

static int write_record(struct stream *stream, int fd,
		const struct record *record, const void *data)
{
	uint64_t at = stream->log_end;
	int error = write_part(stream, fd, at, record, sizeof(*record));

	at += sizeof(*record);
	if (error == 0)
		error = write_part(stream, fd, at, data, record->data_size);
	at = stream->log_end + record->size - sizeof(record->size);
	if (error == 0)
		error = write_part(stream, fd, at, &record->size,
				sizeof(record->size));
	if (error == 0)
		stream->log_end += record->size;
	return error;
}

/* --- Policies ------------------------------------------------------------------- */

/* The log is full: its last event is a STOP.  It is disputed whether the stream
 * continues; it is stopped here, because its events could not be stored. */
static int log_fill(struct stream *stream, int fd, const struct record *next)
{
	static const int by_itself = 1;
	struct record stop = *next;
	struct origin origin = caller(stream, NULL);

	stream->status.posix_log_full_status = POSIX_TRACE_FULL;
	if (!choose.other)
		stream->status.posix_stream_status = POSIX_TRACE_SUSPENDED;
	stop.size = (uint32_t)stop_record_size();
	stop.data_size = sizeof(by_itself);
	stop.info.posix_event_id = POSIX_TRACE_STOP;
	stop.info.posix_pid = origin.pid;
	stop.info.posix_thread_id = origin.thread;
	stop.info.posix_prog_address = NULL;
	stop.info.posix_truncation_status = POSIX_TRACE_NOT_TRUNCATED;
	return write_record(stream, fd, &stop, &by_itself);
}

static int append(struct stream *stream, int fd, const struct record *record,
		const void *data)
{
	struct posix_trace_status_info *status = &stream->status;
	size_t room = log_room(&stream->attr), reserve = stop_record_size();
	int error = 0;

	if (stream->attr.__log_policy == POSIX_TRACE_UNTIL_FULL) {
		if (record->info.posix_event_id == POSIX_TRACE_STOP)
			reserve = 0;
		if (!log_is_full(stream) && stream->log_end + record->size +
				reserve > room)
			error = log_fill(stream, fd, record);
		if (log_is_full(stream)) {
			status->posix_log_overrun_status = POSIX_TRACE_OVERRUN;
			return error;
		}
	} else if (room != 0 && stream->log_end + record->size > room) {
		status->posix_log_full_status = POSIX_TRACE_FULL;
		status->posix_log_overrun_status = POSIX_TRACE_OVERRUN;
	}
	error = write_record(stream, fd, record, data);
	if (error != 0)
		status->posix_log_overrun_status = POSIX_TRACE_OVERRUN;
	return error;
}

/* --- Flushing -------------------------------------------------------------------- */

/* Clear *head except for what identifies a log. */
void log_head_init(struct log_head *head)
{
	static const struct log_head empty = {
		.magic = "reftrace",
		.machine = { sizeof(struct log_head), sizeof(struct record) },
	};

	*head = empty;
}

static int write_head(const struct stream *stream, int fd, bool complete)
{
	static struct log_head head;

	log_head_init(&head);
	head.complete = complete;
	head.attr = stream->attr;
	head.status = stream->status;
	head.status.posix_stream_flush_status = POSIX_TRACE_NOT_FLUSHING;
	head.end = stream->log_end;
	head.map = shared->map[stream->map];
	return write_at(fd, 0, &head, sizeof(head));
}

/* The controller was killed: an event that is still in the stream does not
 * count as being in the log, however much of it was written. */
void log_recover(struct stream *stream)
{
	if (stream->copying && stream->copied == stream->ring.begin)
		stream->log_end = stream->copied_to;
}

/* Write all events of the stream; those that cannot be written are lost. */
static int copy_events(struct stream *stream, int fd)
{
	static unsigned char data[DATA_MAX];
	struct record record;
	int error = 0;

	while (stream_peek(stream, &record, data, sizeof(data))) {
		int failed;

		stream->copied = stream->ring.begin;
		stream->copied_to = stream->log_end;
		stream->copying = true;
		failed = append(stream, fd, &record, data);
		stream_drop(stream, &record);
		stream->copying = false;
		if (error == 0)
			error = failed;
	}
	return error;
}

static int flush(struct stream *stream, int fd, bool complete)
{
	struct posix_trace_status_info *status = &stream->status;
	int error = copy_events(stream, fd);
	int failed = write_head(stream, fd, complete);

	if (error == 0)
		error = failed;
	if (status->posix_stream_flush_error == 0)
		status->posix_stream_flush_error = error;
	status->posix_stream_flush_status = POSIX_TRACE_NOT_FLUSHING;
	return error;
}

/* FLUSH_START and FLUSH_STOP are events of a stream that is running or will be.
 * The latter goes into the log with the next flush. */
int log_flush(struct stream *stream, int fd)
{
	struct origin origin = stream->flush_caller;
	int error;

	if (origin.address == NULL)
		origin = caller(stream, NULL);
	stream_mark(stream, POSIX_TRACE_FLUSH_START, &origin);
	error = flush(stream, fd, false);
	stream_mark(stream, POSIX_TRACE_FLUSH_STOP, &origin);
	stream->flush_caller.address = NULL;
	return error;
}

/* The last flush.  When the log is marked complete, it has all events. */
int log_complete(struct stream *stream, int fd)
{
	return flush(stream, fd, true);
}
