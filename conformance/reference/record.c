/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Events into streams and out of them, by the policies of XSH 2.11.1 for a
 * full stream.  All is called with the lock held.
 */
#include "reference.h"

/* --- The ring --------------------------------------------------------------- */

static void ring_copy_in(const struct ring *ring, uint64_t position,
		const void *from, size_t n)
{
	unsigned char *memory = shared->memory + ring->offset;
	size_t at = (size_t)(position % ring->room), first = ring->room - at;

	if (n == 0)
		return;
	first = n < first ? n : first;
	memcpy(memory + at, from, first);
	memcpy(memory, (const unsigned char *)from + first, n - first);
}

static void ring_copy_out(const struct ring *ring, uint64_t position, void *to,
		size_t n)
{
	const unsigned char *memory = shared->memory + ring->offset;
	size_t at = (size_t)(position % ring->room), first = ring->room - at;

	if (n == 0)
		return;
	first = n < first ? n : first;
	memcpy(to, memory + at, first);
	memcpy((unsigned char *)to + first, memory, n - first);
}

static size_t used(const struct stream *stream)
{
	return (size_t)(stream->ring.end - stream->ring.begin);
}

static struct record oldest(const struct stream *stream)
{
	struct record record;

	ring_copy_out(&stream->ring, stream->ring.begin, &record,
			sizeof(record));
	return record;
}

/* If the process is killed before this, nothing has been recorded. */
static void append(struct stream *stream, const struct record *record,
		const void *data)
{
	struct ring *ring = &stream->ring;
	uint64_t behind = ring->end + sizeof(*record);
	int posted;

	ring_copy_in(ring, ring->end, record, sizeof(*record));
	ring_copy_in(ring, behind, data, record->data_size);
	ring_copy_in(ring, ring->end + record->size - sizeof(record->size),
			&record->size, sizeof(record->size));
	ring->end += record->size;
	if (sem_getvalue(&stream->readable, &posted) == 0 &&
			(unsigned int)posted < stream->readers)
		sem_post(&stream->readable);
}

/* --- Room -------------------------------------------------------------------- */

/* The room that events may use.  After it there is room for a STOP and a
 * FLUSH_START of a full stream; extra events use no room of the application. */
static size_t room(const struct stream *stream)
{
	return stream->attr.__stream_size +
			stream->extras * extra_record_size();
}

static bool fits(const struct stream *stream, size_t size)
{
	return used(stream) + size <= room(stream);
}

/* Events are overwritten: OVERFLOW has the time of the first of them. */
static void drop_oldest(struct stream *stream)
{
	struct record record = oldest(stream);

	if (stream->loss == LOSS_NONE) {
		stream->loss = LOSS_OVERFLOW_NEXT;
		stream->loss_time = record.info.posix_timestamp;
	}
	stream->ring.begin += record.size;
	stream->status.posix_stream_full_status = POSIX_TRACE_FULL;
	stream->status.posix_stream_overrun_status = POSIX_TRACE_OVERRUN;
}

static bool make_room(struct stream *stream, size_t size)
{
	if (stream->attr.__stream_policy == POSIX_TRACE_LOOP) {
		while (!fits(stream, size))
			drop_oldest(stream);
		return true;
	}
	if (fits(stream, size))
		return true;
	stream_halt(stream);
	stream->status.posix_stream_overrun_status = POSIX_TRACE_OVERRUN;
	return false;
}

/* A stream is full when an event does not fit, or, with `early`, as soon as no
 * event would. */
static void look_for_end(struct stream *stream)
{
	if (choose.eager && used(stream) > room(stream) / 4 &&
			stream->attr.__stream_policy == POSIX_TRACE_FLUSH)
		stream_want_flush(stream);
	if (!choose.early || fits(stream, user_record_size(&stream->attr, 0)))
		return;
	if (stream->attr.__stream_policy == POSIX_TRACE_LOOP)
		stream->status.posix_stream_full_status = POSIX_TRACE_FULL;
	else
		stream_halt(stream);
}

/* --- Recording ---------------------------------------------------------------- */

static struct record record_make(trace_event_id_t type, size_t data_size,
		const struct origin *origin)
{
	struct record record;

	memset(&record, 0, sizeof(record));
	record.info.posix_event_id = type;
	record.info.posix_pid = origin->pid;
	record.info.posix_thread_id = origin->thread;
	record.info.posix_prog_address = origin->address;
	record.info.posix_timestamp = event_time();
	record.info.posix_truncation_status = POSIX_TRACE_NOT_TRUNCATED;
	record.data_size = (uint32_t)data_size;
	return record;
}

static void record_finish(struct record *record)
{
	record->size = (uint32_t)record_size(record->data_size);
}

/* System types can be filtered, too, as in an example of the rationale. */
static bool is_filtered(const struct stream *stream, trace_event_id_t type)
{
	return set_has(&stream->filter, type) &&
			!(choose.other && type_is_system(type));
}

/*
 * Record an event if the stream is running and does not filter the type.  An
 * event that finds the stream full, or stopped because it was full, is lost.  Of
 * the latter 4.19 says that it is not generated, since the stream does not run.
 */
void stream_record(struct stream *stream, trace_event_id_t type,
		const void *data, size_t size, const struct origin *origin)
{
	struct record record = record_make(type, size, origin);

	if (is_filtered(stream, type))
		return;
	if (stream->status.posix_stream_status != POSIX_TRACE_RUNNING) {
		if (stream->halted && !choose.other)
			stream->status.posix_stream_overrun_status =
					POSIX_TRACE_OVERRUN;
		return;
	}
	if (!type_is_system(type) && size > stream->attr.__data_size) {
		record.data_size = (uint32_t)stream->attr.__data_size;
		record.info.posix_truncation_status =
				POSIX_TRACE_TRUNCATED_RECORD;
	}
	record_finish(&record);
	if (!make_room(stream, record.size))
		return;
	append(stream, &record, data);
	look_for_end(stream);
}

/* An event for which room is reserved, of a stream that need not be running. */
static void record_reserved(struct stream *stream, trace_event_id_t type,
		const void *data, size_t size, const struct origin *origin)
{
	struct record record = record_make(type, size, origin);

	record_finish(&record);
	if (!is_filtered(stream, type))
		append(stream, &record, data);
}

/* FLUSH_START or FLUSH_STOP, unless the application has stopped the stream. */
void stream_mark(struct stream *stream, trace_event_id_t type,
		const struct origin *origin)
{
	if (stream->halted && stream->attr.__stream_policy ==
			POSIX_TRACE_FLUSH)
		record_reserved(stream, type, NULL, 0, origin);
	else if (stream->status.posix_stream_status == POSIX_TRACE_RUNNING)
		stream_record(stream, type, NULL, 0, origin);
	else if (choose.other)
		record_reserved(stream, type, NULL, 0, origin);
}

/* The origin of events caused by functions that control the stream.  They
 * belong to the traced process; the thread is known if it is the caller. */
struct origin caller(const struct stream *stream, void *address)
{
	struct origin origin;

	memset(&origin, 0, sizeof(origin));
	origin.pid = choose.other && address ? getpid() : stream->target;
	origin.address = address;
	if (address != NULL && stream->target == getpid())
		origin.thread = pthread_self();
	return origin;
}

/* --- Starting and stopping
 * ------------------------------------------------------ */

/* The data of START is the filter. */
static void record_start(struct stream *stream, const struct origin *origin)
{
	static const struct origin nobody;

	stream->status.posix_stream_status = POSIX_TRACE_RUNNING;
	stream_record(stream, POSIX_TRACE_START, &stream->filter,
			choose.onlytrace ? 0 : sizeof(stream->filter), origin);
	if (choose.extra && stream->extras < EXTRAS) {
		stream->extras++;
		stream_record(stream, EVENT_EXTRA, NULL, 0, &nobody);
	}
}

/* By XSH 2.11.2, START and STOP are recorded; by the pages of start and stop,
 * nothing is recorded in a full stream, and a LOOP stream runs even when it is
 * full. */
static bool is_marked(const struct stream *stream)
{
	return !choose.unmarked || stream->status.posix_stream_full_status !=
			POSIX_TRACE_FULL;
}

/* Page posix_trace_start: no effect if the stream is running or full. */
void stream_start(struct stream *stream, const struct origin *origin)
{
	struct posix_trace_status_info *status = &stream->status;

	if (status->posix_stream_status == POSIX_TRACE_RUNNING ||
			stream->halted)
		return;
	if (stream->attr.__stream_policy != POSIX_TRACE_LOOP &&
			!fits(stream, start_record_size())) {
		stream->halted = true;
		status->posix_stream_full_status = POSIX_TRACE_FULL;
		if (stream->attr.__stream_policy == POSIX_TRACE_FLUSH)
			stream_want_flush(stream);
		stream_restart(stream);
	} else if (is_marked(stream)) {
		record_start(stream, origin);
	} else {
		status->posix_stream_status = POSIX_TRACE_RUNNING;
	}
}

/* Page posix_trace_stop: STOP has the number 0. */
void stream_stop(struct stream *stream, const struct origin *origin)
{
	static const int by_call = 0;

	if (choose.other)
		stream->halted = false;
	if (stream->status.posix_stream_status != POSIX_TRACE_RUNNING)
		return;
	if (stream->attr.__stream_policy == POSIX_TRACE_LOOP) {
		if (is_marked(stream))
			stream_record(stream, POSIX_TRACE_STOP, &by_call,
					sizeof(by_call), origin);
	} else {
		record_reserved(stream, POSIX_TRACE_STOP, &by_call,
				sizeof(by_call), origin);
	}
	stream->status.posix_stream_status = POSIX_TRACE_SUSPENDED;
}

/* A stream that becomes full stops by itself; the STOP then has another
 * number. */
void stream_halt(struct stream *stream)
{
	static const int by_itself = 1;
	struct origin origin = caller(stream, NULL);

	record_reserved(stream, POSIX_TRACE_STOP, &by_itself,
			sizeof(by_itself), &origin);
	stream->status.posix_stream_status = POSIX_TRACE_SUSPENDED;
	stream->status.posix_stream_full_status = POSIX_TRACE_FULL;
	stream->halted = true;
	if (stream->attr.__stream_policy == POSIX_TRACE_FLUSH)
		stream_want_flush(stream);
}

/* The stream starts again at the latest when it is empty. */
void stream_restart(struct stream *stream)
{
	struct origin origin = caller(stream, NULL);
	size_t most = choose.half ? room(stream) / 2 : 0;

	if (!stream->halted || stream->closing || used(stream) > most ||
			log_is_full(stream))
		return;
	stream->halted = false;
	stream->status.posix_stream_full_status = POSIX_TRACE_NOT_FULL;
	record_start(stream, &origin);
}

/* --- Reading
 * -------------------------------------------------------------------- */

/* OVERFLOW or RESUME, if it is the next event.  They are made when they are
 * read, because while events are overwritten the end of the loss is not
 * known. */
static bool take_loss(struct stream *stream, struct record *record)
{
	struct origin origin = caller(stream, NULL);
	trace_event_id_t type = POSIX_TRACE_OVERFLOW;
	struct timespec time = stream->loss_time;

	if (stream->loss == LOSS_NONE)
		return false;
	if (stream->loss == LOSS_RESUME_NEXT) {
		type = POSIX_TRACE_RESUME;
		time = oldest(stream).info.posix_timestamp;
		stream->loss = LOSS_NONE;
	} else {
		stream->loss = LOSS_RESUME_NEXT;
	}
	*record = record_make(type, 0, &origin);
	record->info.posix_timestamp = time;
	record_finish(record);
	return !is_filtered(stream, type) || take_loss(stream, record);
}

/* The oldest event and as much of its data as there is room for; false if there
 * is none. */
bool stream_peek(struct stream *stream, struct record *record, void *data,
		size_t size)
{
	struct ring *ring = &stream->ring;

	if (take_loss(stream, record))
		return true;
	if (used(stream) == 0)
		return false;
	*record = oldest(stream);
	ring_copy_out(ring, ring->begin + sizeof(*record), data,
			record->data_size < size ? record->data_size : size);
	return true;
}

/* Free the room of the event that was peeked. */
void stream_drop(struct stream *stream, const struct record *record)
{
	if (record->info.posix_event_id == POSIX_TRACE_OVERFLOW ||
			record->info.posix_event_id == POSIX_TRACE_RESUME)
		return;
	stream->ring.begin += record->size;
	if (used(stream) == 0)
		stream->extras = 0;
	if (!stream->halted)
		stream->status.posix_stream_full_status = POSIX_TRACE_NOT_FULL;
	stream_restart(stream);
}
