/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * A log from events that come one by one.  The events of a thread are
 * gathered in a chunk, as the thread itself would have done, and become a
 * block when that is full, when the input pauses, or when too many other
 * threads came since.
 *
 * It is not made by log-writer.c, which writes what is read from logs: here an
 * event comes when it comes, and the log is one that can be opened at each
 * pause; its times are those of the frames, a tick each, whose span nobody
 * knows; and what cannot be written is an error to return, and counted, while
 * the events after it are taken.  What the two have in common is how an event
 * gets into a chunk (append.h).
 */
#include "live/tolog.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <bsd/string.h>

#include "base/clock.h"
#include "log/foreign.h"
#include "log/window.h"
#include "model/eventmap.h"
#include "trace/append.h"
#include "trace/arguments.h"

enum {
	CHUNK_SIZE = 128 << 10,		/* the largest record fits */
	CHUNKS = 64,			/* threads gathered for at once */
};

struct chunk {
	struct pxt_chunk_header header;	/* count 0: nothing in it */
	uint64_t used_at;		/* the oldest is replaced */
	unsigned char *records;
};

/* The data of a gap: an origin without a thread, and its numbers. */
struct gap_data {
	struct pxt_origin origin;
	uint64_t events;
	uint64_t first;
};

struct tolog {
	struct pxt_log *log;
	struct chunk chunks[CHUNKS];
	struct pxt_log_status status;
	uint64_t last;			/* ticks of the newest event */
	uint64_t turn;
	int32_t target;
	struct pxt_window window;
	bool is_named[PXT_ID_SPACE];
	bool is_used[PXT_ID_SPACE];
	/* For a sender of the other byte order only: */
	struct foreign *foreign;
};

/* State for converting the byte order of data. */
struct foreign {
	unsigned long_size;
	struct arguments *arguments[PXT_ID_SPACE];	/* NULL: not known */
	/* Data was received before the argument description, and was not
	 * converted: it must not be described afterwards. */
	bool has_raw[PXT_ID_SPACE];
	unsigned char data[WIRE_DATA_MAX];
};

static void fill_head(struct pxt_log_head *head,
		      const struct wire_config *config)
{
	*head = (struct pxt_log_head){
		.pointer_size = sizeof(void *),
		.chunk_size = CHUNK_SIZE,
		.id_space = PXT_ID_SPACE,
		.set_size = sizeof(trace_event_set_t),
		.target_pid = (int32_t)config->target,
		.clock = PXT_CLOCK_MONOTONIC,
		.anchor_ticks = config->created + 1,
		.anchor_ns = config->created,
		.anchor_real_ns = (int64_t)config->created,
	};
	pxt_attr_init(&head->attr);
	head->attr.stream_policy = POSIX_TRACE_LOOP;
	head->attr.log_policy = POSIX_TRACE_APPEND;
	head->attr.create_sec = (int64_t)(config->created / 1000000000);
	head->attr.create_nsec = (int64_t)(config->created % 1000000000);
	if (config->data_max <= PXT_DATA_SIZE_MAX)
		head->attr.data_size = config->data_max;
	strlcpy(head->attr.name, config->name, TRACE_NAME_MAX);
	strlcpy(head->host, config->host, sizeof(head->host));
}

static int add_predefined(struct tolog *tolog)
{
	int err = 0;

	for (unsigned id = 1; id <= PXT_ID_USER && !err; id++) {
		const char *name = pxt_predefined_name(id);

		if (!name)
			continue;
		tolog->is_named[id] = true;
		err = pxt_log_add_name(tolog->log, id, name);
	}
	return err;
}

/* Add types of events whose names were lost. */
static int add_lost_names(struct tolog *tolog)
{
	char name[32];
	int err = 0;

	for (unsigned id = 1; id < PXT_ID_SPACE && !err; id++) {
		if (!tolog->is_used[id] || tolog->is_named[id])
			continue;
		snprintf(name, sizeof(name), "lost-name-%u", id);
		err = pxt_log_add_name(tolog->log, id, name);
	}
	return err;
}

int tolog_create(int fd, const struct wire_config *config, struct tolog **out)
{
	struct tolog *tolog = calloc(1, sizeof(*tolog));
	struct pxt_log_head head;
	int err;

	if (!tolog)
		return ENOMEM;
	if (config->big_endian != (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__)) {
		tolog->foreign = calloc(1, sizeof(*tolog->foreign));
		if (!tolog->foreign) {
			free(tolog);
			return ENOMEM;
		}
		tolog->foreign->long_size = config->pointer_size == 4 ? 4 : 8;
	}
	tolog->target = (int32_t)config->target;
	tolog->last = config->created + 1;
	fill_head(&head, config);
	err = pxt_log_create(fd, &head, &tolog->log);
	if (!err)
		err = add_predefined(tolog);
	if (err) {
		tolog_destroy(tolog);
		return err;
	}
	*out = tolog;
	return 0;
}

void tolog_destroy(struct tolog *tolog)
{
	if (!tolog)
		return;
	for (unsigned i = 0; i < CHUNKS; i++)
		free(tolog->chunks[i].records);
	for (unsigned id = 0; id < PXT_ID_SPACE && tolog->foreign; id++)
		free(tolog->foreign->arguments[id]);
	free(tolog->foreign);
	pxt_log_destroy(tolog->log);
	free(tolog);
}

/* Store the argument description for conversion.  ENOTSUP: the data is not
 * converted, and must not be described in the log. */
static int learn_arguments(struct foreign *foreign,
			   const struct wire_type *type)
{
	struct posixtrace_arguments described = {
		.is_big_endian = __BYTE_ORDER__ != __ORDER_BIG_ENDIAN__,
	};
	struct arguments *arguments;

	arguments = foreign->arguments[type->id];
	if (arguments)
		return strcmp(arguments->text, type->arguments) ? ENOTSUP : 0;
	if (foreign->has_raw[type->id])
		return ENOTSUP;
	arguments = malloc(sizeof(*arguments));
	if (!arguments)
		return ENOMEM;
	memcpy(described.text, type->arguments, sizeof(described.text));
	if (!arguments_parse(arguments, &described)) {
		free(arguments);
		return ENOTSUP;
	}
	foreign->arguments[type->id] = arguments;
	return 0;
}

/* Convert data to our byte order, in a buffer. */
static void swap_data(struct foreign *foreign, struct pxt_event *event)
{
	memcpy(foreign->data, event->data, event->len);
	event->data = foreign->data;
	if (event->id < PXT_ID_USER)
		pxt_foreign_data(event->id, foreign->long_size, foreign->data,
				 event->len);
	else if (foreign->arguments[event->id])
		arguments_turn(foreign->arguments[event->id], foreign->data,
			       event->len, event->truncated);
	else if (event->len)
		foreign->has_raw[event->id] = true;
}

int tolog_type(struct tolog *tolog, const struct wire_type *type)
{
	int err = 0;

	if (type->id <= PXT_ID_USER || type->id >= PXT_ID_SPACE ||
	    !*type->name)
		return 0;
	tolog->is_named[type->id] = true;
	err = pxt_log_add_name(tolog->log, type->id, type->name);
	if (err || !*type->arguments)
		return err;
	if (tolog->foreign)
		err = learn_arguments(tolog->foreign, type);
	if (!err)
		err = pxt_log_add_type(tolog->log, type->id, type->arguments);
	return err == ENOTSUP ? 0 : err;
}

static int write_chunk(struct tolog *tolog, struct chunk *chunk)
{
	struct pxt_chunk_header *header = &chunk->header;
	int err;

	if (header->count == 0)
		return 0;
	header->anchor_ticks = header->last;
	header->anchor_ns = header->last - 1;
	err = pxt_log_add_block(tolog->log, header, chunk->records);
	if (err)
		pxt_log_discard(tolog->log, header, chunk->records);
	header->count = 0;
	header->used = 0;
	return err;
}

/* The chunk of the event's thread, replacing the least recently used one if
 * necessary. */
static int find_chunk(struct tolog *tolog, const struct wire_event *event,
		      struct chunk **out)
{
	struct chunk *chunk = &tolog->chunks[0];
	int err;

	for (unsigned i = 0; i < CHUNKS; i++) {
		struct chunk *one = &tolog->chunks[i];

		if (one->records && one->header.pid == (int32_t)event->pid &&
		    one->header.tid == (int32_t)event->tid &&
		    one->header.thread == event->thread) {
			*out = one;
			return 0;
		}
		if (one->used_at < chunk->used_at)
			chunk = one;
	}
	err = write_chunk(tolog, chunk);
	if (err)
		return err;
	if (!chunk->records)
		chunk->records = malloc(CHUNK_SIZE - PXT_CHUNK_HEADER_SIZE);
	if (!chunk->records)
		return ENOMEM;
	chunk->header = (struct pxt_chunk_header){
		.magic = PXT_CHUNK_MAGIC,
		.lease = 1,
		.pid = (int32_t)event->pid,
		.tid = (int32_t)event->tid,
		.thread = event->thread,
		.kind = PXT_KIND_EVENTS,
		.lane = (uint16_t)(chunk - tolog->chunks),
	};
	tolog->status.threads++;
	*out = chunk;
	return 0;
}

/*
 * The ticks of a time: one per nanosecond, plus one, since no event of a log
 * is at tick 0.  Times are limited to those that a log can have, and never
 * decrease.
 */
static uint64_t take_time(struct tolog *tolog, uint64_t time)
{
	if (time < INT64_MAX && time + 1 > tolog->last)
		tolog->last = time + 1;
	return tolog->last;
}

int tolog_event(struct tolog *tolog, const struct wire_event *event)
{
	struct pxt_event record = {
		.ticks = take_time(tolog, event->time),
		.address = event->address,
		.thread = event->thread,
		.data = event->data,
		.len = event->len,
		.id = event->id,
		.pid = (int32_t)event->pid,
		.tid = (int32_t)event->tid,
		.truncated = event->truncated != 0,
	};
	const size_t size = pxt_record_size(event->len);
	struct chunk *chunk;
	int err;

	if (event->id == 0 || event->id >= PXT_ID_SPACE)
		return 0;
	if (tolog->foreign)
		swap_data(tolog->foreign, &record);
	err = find_chunk(tolog, event, &chunk);
	if (err)
		return err;
	chunk->used_at = ++tolog->turn;
	if (chunk->header.used + size > CHUNK_SIZE - PXT_CHUNK_HEADER_SIZE ||
	    (chunk->header.count && record.ticks - chunk->header.base >=
				    PXT_CHUNK_SPAN))
		err = write_chunk(tolog, chunk);
	append_event(&chunk->header, chunk->records, &record, NULL, 0);
	tolog->is_used[event->id] = true;
	pxt_window_keep(&tolog->window, &record);
	tolog->status.events++;
	return err;
}

int tolog_loss(struct tolog *tolog, uint64_t events, uint64_t first)
{
	const uint64_t ticks = take_time(tolog, first ? first : tolog->last);
	const struct gap_data gap = {
		.origin = { .pid = tolog->target },
		.events = events,
		.first = ticks,
	};
	_Alignas(8) unsigned char records[PXT_HEAD_SIZE + sizeof(gap)];
	struct chunk chunk = {
		.header = {
			.magic = PXT_CHUNK_MAGIC,
			.lease = 1,
			.pid = tolog->target,
			.kind = PXT_KIND_CONTROL,
		},
		.records = records,
	};

	append_event(&chunk.header, records, &(struct pxt_event){
		.ticks = ticks,
		.data = &gap,
		.len = sizeof(gap),
		.id = POSIX_TRACE_OVERFLOW,
	}, NULL, 0);
	tolog->status.lost += events;
	return write_chunk(tolog, &chunk);
}

void tolog_lost_somewhere(struct tolog *tolog, uint64_t events)
{
	tolog->status.lost += events;
}

static void fill_status(struct tolog *tolog)
{
	struct pxt_log_status *status = &tolog->status;

	status->stream_status = POSIX_TRACE_SUSPENDED;
	status->stream_full = POSIX_TRACE_NOT_FULL;
	status->stream_overrun = status->lost ? POSIX_TRACE_OVERRUN
					      : POSIX_TRACE_NO_OVERRUN;
	status->flush_status = POSIX_TRACE_NOT_FLUSHING;
	status->processes = 1;
	status->starts = 1;
	status->bytes = pxt_log_bytes(tolog->log);
	status->anchor_ticks = tolog->last;
	status->anchor_ns = tolog->last - 1;
}

int tolog_flush(struct tolog *tolog)
{
	int first = 0;

	for (unsigned i = 0; i < CHUNKS; i++) {
		int err = write_chunk(tolog, &tolog->chunks[i]);

		first = first ? first : err;
	}
	fill_status(tolog);
	return first ? first : pxt_log_set_status(tolog->log, &tolog->status);
}

static int64_t time_of(void *context, uint64_t ticks)
{
	(void)context;
	return (int64_t)ticks - 1;
}

int tolog_finish(struct tolog *tolog, bool cut)
{
	int err = add_lost_names(tolog);

	if (!err)
		err = tolog_flush(tolog);
	if (err || cut)
		return err;
	return pxt_window_complete(&tolog->window, tolog->log, &tolog->status,
				   time_of, NULL);
}

uint64_t tolog_events(const struct tolog *tolog)
{
	return tolog->status.events;
}

uint64_t tolog_lost(const struct tolog *tolog)
{
	return tolog->status.lost;
}
