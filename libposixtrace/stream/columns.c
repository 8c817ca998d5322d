/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Reading a log by columns.  The work of an event is to decode it, and one
 * store for each column: nothing is looked up, locked or checked for each.
 */
#include <errno.h>
#include <string.h>

#include "base/alone.h"
#include "base/atomic.h"
#include "source/replay.h"
#include "stream/stream.h"

/* Where the data goes, and how much of it there is. */
struct filling {
	const struct posixtrace_columns *columns;
	const struct pxt_replay *replay;
	struct pxt_timeline *line;
	size_t used;
};

/* Returns how much of the data is taken. */
static inline size_t put_data(struct filling *filling, size_t i,
			      const struct pxt_event *event)
{
	const struct posixtrace_columns *columns = filling->columns;
	size_t len = event->len, room;

	if (columns->data) {
		room = columns->data_size - filling->used;
		if (pxt_unlikely(len > room))
			len = room;
		if (len)
			memcpy((unsigned char *)columns->data + filling->used,
			       event->data, len);
	}
	filling->used += len;
	if (columns->offset)
		columns->offset[i + 1] = filling->used;
	return len;
}

static inline void put(struct filling *filling, size_t i,
		       const struct pxt_event *event)
{
	const struct posixtrace_columns *columns = filling->columns;
	size_t len = put_data(filling, i, event);

	if (columns->time)
		columns->time[i] = pxt_timeline_real(filling->line,
						     event->ticks);
	if (columns->id)
		columns->id[i] = event->id;
	if (columns->pid)
		columns->pid[i] = event->pid;
	if (columns->tid)
		columns->tid[i] = event->tid;
	if (columns->thread)
		columns->thread[i] = event->thread;
	if (columns->address)
		columns->address[i] = event->address;
	if (columns->truncated)
		columns->truncated[i] =
			len < event->len ? POSIX_TRACE_TRUNCATED_READ :
			event->truncated ? POSIX_TRACE_TRUNCATED_RECORD :
			POSIX_TRACE_NOT_TRUNCATED;
	if (columns->breaks)
		columns->breaks[i] = pxt_replay_breaks(filling->replay,
						       event->pid, event->tid);
}

/* Is it to be the last one: is there a question that only the one read last
 * answers, or no room for any other? */
static inline bool is_last(const struct filling *filling,
			   const struct pxt_event *event)
{
	const struct posixtrace_columns *columns = filling->columns;

	return event->id == POSIX_TRACE_OVERFLOW ||
	       event->id == POSIX_TRACE_START ||
	       (columns->data && columns->data_size - filling->used <
				 POSIXTRACE_DATA_MAX);
}

int pxt_stream_read_columns(struct pxt_stream *stream,
			    const struct posixtrace_columns *columns,
			    size_t *n)
{
	struct filling filling = {
		.columns = columns,
		.replay = stream->replay,
		.line = &stream->replay->source.timeline,
		.used = columns->offset ? columns->offset[0] : 0,
	};
	const struct pxt_event *event;
	size_t i = 0;
	int err = 0;

	while (i < columns->max) {
		err = pxt_replay_next(stream->replay, &event);
		if (err)
			break;
		put(&filling, i++, event);
		if (is_last(&filling, event))
			break;
	}
	/* The next call comes to what has failed again. */
	if (err == ENOMEM && i == 0)
		return err;
	*n = i;
	return 0;
}

int pxt_stream_get_breaks(struct pxt_stream *stream, uint32_t *n)
{
	const struct pxt_run *run;
	bool locks = !pxt_is_alone();
	int err = 0;

	if (locks)
		pthread_mutex_lock(&stream->lock);
	if (stream->closing) {
		err = EINVAL;
	} else {
		run = stream->replay->source.merge.last;
		*n = run ? pxt_replay_breaks(stream->replay, run->event.pid,
					     run->event.tid) : 0;
	}
	if (locks)
		pthread_mutex_unlock(&stream->lock);
	return err;
}
