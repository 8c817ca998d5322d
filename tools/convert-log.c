/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * posixtrace convert --to log: events into a new log, of any part of a log or
 * dump.
 *
 * Each thread has a chunk that its events are gathered in; a full one becomes
 * a block.  The clock of the new log counts sixteen ticks a nanosecond from
 * the first event on, so that events of one nanosecond keep their order.  A
 * gap stands in it as the record that the flush of a stream would have
 * written.
 */
#include "convert.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "log/reader.h"
#include "log/txtb.h"
#include "log/writer.h"
#include "logfile.h"
#include "thread-names.h"
#include "tool.h"

enum {
	CHUNKS = 512,			/* open at once ... */
	PLACES = 1024,			/* ... in a table of so many */
	SHOWN = 12,			/* bytes of data of the window */
	TICKS_A_NS = 16,
};

struct chunk {
	bool is_used;
	struct pxt_chunk_header header;
	unsigned char *records;
};

/* What a record of type OVERFLOW has for data; see stream/source.h. */
struct gap {
	uint64_t events;
	uint64_t first;
};

struct to_log {
	const struct convert *convert;
	const struct open_log *source;
	struct thread_names names;
	struct logfile file;
	struct pxt_log_head head;
	struct pxt_log *log;		/* NULL until the first event */
	struct chunk chunks[PLACES];	/* by thread */
	size_t n_chunks;
	struct gap told;		/* the last gap */
	bool is_named[PXT_ID_SPACE];
	uint64_t n_events;
	uint64_t n_lost;
	uint64_t n_threads;
	uint64_t origin;		/* nanoseconds of the first event */
	uint64_t last;			/* ticks */
	struct pxt_event window[PXT_TXTB_ENTRIES];	/* a ring */
	unsigned char window_data[PXT_TXTB_ENTRIES][SHOWN];
	uint64_t n_window;
};

static bool failed(const struct to_log *to, int err)
{
	tool_error("%s: %s; name a file with more room with -o",
		   to->convert->output, strerror(err));
	return false;
}

/* The clock right behind a time: later than the head's in both numbers. */
static void set_anchor(const struct to_log *to, uint64_t last, uint64_t *ticks,
		       uint64_t *ns)
{
	*ticks = (last / TICKS_A_NS + 1) * TICKS_A_NS;
	*ns = to->origin + *ticks / TICKS_A_NS - 1;
}

static bool write_chunk(struct to_log *to, struct chunk *chunk)
{
	int err;

	if (chunk->header.count == 0)
		return true;
	set_anchor(to, chunk->header.last, &chunk->header.anchor_ticks,
		   &chunk->header.anchor_ns);
	err = pxt_log_add_block(to->log, &chunk->header, chunk->records);
	chunk->header.count = chunk->header.used = 0;
	return err ? failed(to, err) : true;
}

static int by_last(const void *a, const void *b)
{
	const struct chunk *x = *(const struct chunk *const *)a;
	const struct chunk *y = *(const struct chunk *const *)b;

	return x->header.last < y->header.last ? -1 :
	       x->header.last > y->header.last;
}

/* All chunks, the one that ends first before the others. */
static bool write_chunks(struct to_log *to)
{
	struct chunk *list[CHUNKS];
	size_t n = 0;

	for (size_t i = 0; i < PLACES; i++)
		if (to->chunks[i].is_used)
			list[n++] = &to->chunks[i];
	qsort(list, n, sizeof(*list), by_last);
	for (size_t i = 0; i < n; i++) {
		if (!write_chunk(to, list[i]))
			return false;
		list[i]->is_used = false;
	}
	to->n_chunks = 0;
	return true;
}

/* The chunk of a thread; tid 0 is the controller's.  NULL: it failed. */
static struct chunk *find_chunk(struct to_log *to,
				const struct posix_trace_event_info *info)
{
	int32_t pid = info->posix_pid, tid = info->posix_tid;
	uint64_t thread = tid ? (uint64_t)info->posix_thread_id : 0;
	size_t at;
	const char *name;
	struct chunk *chunk;

	if (to->n_chunks == CHUNKS && !write_chunks(to))
		return NULL;
	at = ((uint32_t)tid * 2654435761u ^ (uint32_t)pid) % PLACES;
	for (; to->chunks[at].is_used; at = (at + 1) % PLACES) {
		chunk = &to->chunks[at];
		if (chunk->header.pid == pid && chunk->header.tid == tid &&
		    chunk->header.thread == thread)
			return chunk;
	}
	chunk = &to->chunks[at];
	if (!chunk->records)
		chunk->records = malloc(to->head.chunk_size);
	if (!chunk->records) {
		failed(to, ENOMEM);
		return NULL;
	}
	chunk->is_used = true;
	to->n_chunks++;
	to->n_threads += tid != 0;
	chunk->header = (struct pxt_chunk_header){
		.magic = PXT_CHUNK_MAGIC,
		.lease = 1,
		.pid = pid,
		.tid = tid,
		.thread = thread,
		.kind = tid ? PXT_KIND_EVENTS : PXT_KIND_CONTROL,
	};
	name = thread_names_find(&to->names, pid, tid);
	if (name)
		strncpy(chunk->header.comm, name, sizeof(chunk->header.comm));
	return chunk;
}

/* A record of up to two pieces of data. */
static bool put(struct to_log *to, struct chunk *chunk,
		const struct pxt_event *event, const void *front,
		size_t front_len)
{
	struct pxt_chunk_header *header = &chunk->header;
	size_t room = to->head.chunk_size - PXT_CHUNK_HEADER_SIZE;
	size_t len = front_len + event->len, size = pxt_record_size(len);
	unsigned char *record;

	if (len > PXT_DATA_SIZE_MAX + sizeof(struct pxt_origin) || size > room)
		return failed(to, EMSGSIZE);
	if ((header->used + size > room ||
	     (header->count && event->ticks - header->base >= PXT_CHUNK_SPAN)) &&
	    !write_chunk(to, chunk))
		return false;
	record = chunk->records + header->used;
	memset(record, 0, size);
	pxt_record_put_time(record, event->ticks, len);
	pxt_record_put_type(record, (uintptr_t)event->address, event->id,
			    event->truncated);
	if (front_len)
		memcpy(record + PXT_HEAD_SIZE, front, front_len);
	if (event->len)
		memcpy(record + PXT_HEAD_SIZE + front_len, event->data,
		       event->len);
	if (header->count++ == 0)
		header->base = event->ticks;
	header->last = event->ticks;
	header->used += (uint32_t)size;
	return true;
}

static bool put_control(struct to_log *to, const struct pxt_event *event)
{
	const struct posix_trace_event_info info = { .posix_pid = event->pid };
	const struct pxt_origin origin = {
		.thread = event->thread, .pid = event->pid, .tid = event->tid,
	};
	struct chunk *chunk = find_chunk(to, &info);

	return chunk && put(to, chunk, event, &origin, sizeof(origin));
}

static uint64_t ns_of(const struct timespec *time)
{
	int64_t ns;

	if (__builtin_mul_overflow((int64_t)time->tv_sec, INT64_C(1000000000),
				   &ns) ||
	    __builtin_add_overflow(ns, (int64_t)time->tv_nsec, &ns) || ns < 0)
		return 0;
	return (uint64_t)ns;
}

/* The first tick of a time, from TICKS_A_NS on; a log may say any time. */
static uint64_t ticks_of(const struct to_log *to, uint64_t ns)
{
	ns = ns > to->origin ? ns - to->origin : 0;
	if (ns >= UINT64_C(1) << 58)
		ns = (UINT64_C(1) << 58) - 1;
	return (ns + 1) * TICKS_A_NS;
}

/* The name and the arguments of a type, before the first event of it. */
static int add_type(struct to_log *to, trace_event_id_t id, const char *name)
{
	struct posixtrace_arguments arguments;
	int err = pxt_log_add_name(to->log, id, name);

	to->is_named[id] = true;
	if (!err && posixtrace_get_arguments(to->source->trid, id,
					     &arguments) == 0)
		err = pxt_log_add_type(to->log, id, arguments.text);
	return err;
}

/* Every type that the trace has. */
static int add_types(struct to_log *to)
{
	trace_id_t trid = to->source->trid;
	trace_event_id_t id;
	int unavailable = 0, err = 0;

	posix_trace_eventtypelist_rewind(trid);
	while (!err && posix_trace_eventtypelist_getnext_id(trid, &id,
			&unavailable) == 0 && !unavailable) {
		char name[TRACE_EVENT_NAME_MAX + 1] = "";

		if (id > 0 && id < PXT_ID_SPACE &&
		    posix_trace_eventid_get_name(trid, id, name) == 0 && *name)
			err = add_type(to, id, name);
	}
	posix_trace_eventtypelist_rewind(trid);
	return err;
}

/* A damaged log has events of types whose names are gone. */
static bool name_type(struct to_log *to, unsigned id)
{
	char name[TRACE_EVENT_NAME_MAX + 1];
	int err;

	if (id >= PXT_ID_SPACE)
		return failed(to, EINVAL);
	if (to->is_named[id])
		return true;
	snprintf(name, sizeof(name), "type-%u", id);
	err = add_type(to, id, name);
	return err ? failed(to, err) : true;
}

/* The gap that an event tells of, if it is another than the last one. */
static bool put_gap(struct to_log *to, const struct pxt_event *event)
{
	struct posixtrace_loss loss;
	struct pxt_event record = *event;
	struct gap gap;

	if (posixtrace_get_loss(to->source->trid, &loss) != 0)
		return true;
	gap.events = loss.events;
	gap.first = ticks_of(to, ns_of(&loss.first));
	if (gap.events == to->told.events && gap.first == to->told.first)
		return true;
	to->told = gap;
	to->n_lost += gap.events;
	record.id = POSIX_TRACE_OVERFLOW;
	record.thread = 0;
	record.tid = 0;
	record.address = 0;
	record.truncated = false;
	record.data = &gap;
	record.len = sizeof(gap);
	return name_type(to, record.id) && put_control(to, &record);
}

static void keep(struct to_log *to, const struct pxt_event *event)
{
	size_t at = to->n_window++ % PXT_TXTB_ENTRIES;

	to->window[at] = *event;
	to->window[at].data = to->window_data[at];
	if (event->len)
		memcpy(to->window_data[at], event->data,
		       event->len < SHOWN ? event->len : SHOWN);
}

/* The clock begins with the first event. */
static bool create(struct to_log *to, uint64_t ns)
{
	int err;

	to->origin = ns;
	to->head.clock = PXT_CLOCK_COUNTER;
	to->head.anchor_ticks = TICKS_A_NS;
	to->head.anchor_ns = ns;
	to->head.anchor_real_ns = (int64_t)ns;
	err = pxt_log_create(to->file.fd, &to->head, &to->log);
	if (!err)
		err = add_types(to);
	if (err == ENOTSUP)
		tool_error("--compress: libzstd is not there, or this build is "
			   "without; leave it out");
	else if (err)
		failed(to, err);
	return err == 0;
}

static bool to_log_event(void *state, const struct format_event *given)
{
	struct to_log *to = state;
	const struct posix_trace_event_info *info = &given->info;
	struct pxt_event event = {
		.address = (uintptr_t)info->posix_prog_address,
		.thread = (uint64_t)info->posix_thread_id,
		.data = given->data,
		.len = given->len,
		.id = info->posix_event_id,
		.pid = info->posix_pid,
		.tid = info->posix_tid,
		.truncated = info->posix_truncation_status !=
			     POSIX_TRACE_NOT_TRUNCATED,
	};
	uint64_t ns = ns_of(&info->posix_timestamp);
	struct chunk *chunk;

	if (!to->log && !create(to, ns))
		return false;
	event.ticks = ticks_of(to, ns);
	/* Sixteen events of one nanosecond are told apart. */
	if (event.ticks <= to->last)
		event.ticks = to->last % TICKS_A_NS == TICKS_A_NS - 1 ?
			      to->last : to->last + 1;
	to->last = event.ticks;
	if ((event.id == POSIX_TRACE_OVERFLOW || event.id == POSIX_TRACE_START) &&
	    !put_gap(to, &event))
		return false;
	/* Both are made again when the gap is read. */
	if (event.id == POSIX_TRACE_OVERFLOW || event.id == POSIX_TRACE_RESUME)
		return true;
	if (!name_type(to, event.id))
		return false;
	to->n_events++;
	keep(to, &event);
	if (event.tid == 0)
		return put_control(to, &event);
	chunk = find_chunk(to, info);
	return chunk && put(to, chunk, &event, NULL, 0);
}

/* The head, as far as it is known before the first event. */
static int fill_head(struct to_log *to)
{
	struct pxt_log_head *head = &to->head;
	struct pxt_log_reader *reader;
	struct pxt_sizing sizing;
	trace_attr_t attr;
	int err = posix_trace_get_attr(to->source->trid, &attr);

	if (err)
		return err;
	if (pxt_log_open(to->source->input.fd, &reader) == 0) {
		*head = *pxt_log_get_head(reader);
		pxt_log_close(reader);
	}
	memcpy(&head->attr, pxt_attr_in(&attr), sizeof(head->attr));
	posix_trace_attr_destroy(&attr);
	head->attr.log_policy = POSIX_TRACE_APPEND;
	head->attr.compression = (uint32_t)to->convert->compression;
	head->pointer_size = sizeof(void *);
	head->id_space = PXT_ID_SPACE;
	head->set_size = sizeof(trace_event_set_t);
	head->controller_pid = 0;
	head->controller_start = 0;
	memset(head->segment, 0, sizeof(head->segment));
	pxt_sizing(&sizing, &head->attr);
	head->chunk_size = sizing.chunk_size;
	return 0;
}

static void *to_log_begin(const struct convert *convert,
			  const struct open_log *source)
{
	struct to_log *to = calloc(1, sizeof(*to));
	int err;

	if (!to) {
		tool_error("%s: out of memory", convert->output);
		return NULL;
	}
	to->convert = convert;
	to->source = source;
	err = fill_head(to);
	if (err) {
		tool_error("%s: %s", source->path, strerror(err));
		goto free_to;
	}
	thread_names_read(&to->names, source->input.fd);
	if (logfile_create(&to->file, convert->output))
		return to;
free_to:
	free(to);
	return NULL;
}

static int complete(struct to_log *to)
{
	size_t n = to->n_window < PXT_TXTB_ENTRIES ? to->n_window :
		   PXT_TXTB_ENTRIES;
	struct pxt_event *events = calloc(n + 1, sizeof(*events));
	int64_t *times = calloc(n + 1, sizeof(*times));
	struct pxt_log_status status = {
		.stream_status = POSIX_TRACE_SUSPENDED,
		.stream_full = POSIX_TRACE_NOT_FULL,
		.stream_overrun = to->n_lost ? POSIX_TRACE_OVERRUN :
				  POSIX_TRACE_NO_OVERRUN,
		.flush_status = POSIX_TRACE_NOT_FLUSHING,
		.processes = 1,
		.events = to->n_events,
		.bytes = pxt_log_bytes(to->log),
		.lost = to->n_lost,
		.threads = to->n_threads < UINT32_MAX ?
			   (uint32_t)to->n_threads : UINT32_MAX,
		.starts = 1,
	};
	int err;

	set_anchor(to, to->last, &status.anchor_ticks, &status.anchor_ns);

	if (!events || !times)
		n = 0;
	for (size_t i = 0; i < n; i++) {
		events[i] = to->window[(to->n_window - n + i) %
				       PXT_TXTB_ENTRIES];
		times[i] = (int64_t)(to->origin +
				     events[i].ticks / TICKS_A_NS - 1);
	}
	err = pxt_log_complete(to->log, &status, events, times, n);
	free(events);
	free(times);
	return err;
}

static bool to_log_end(void *state)
{
	struct to_log *to = state;
	int err;

	if (!to->log && !create(to, 1))
		return false;
	if (!write_chunks(to))
		return false;
	err = complete(to);
	if (err)
		return failed(to, err);
	if (!logfile_keep(&to->file))
		return false;
	if (!to->convert->quiet)
		tool_note("%s: %" PRIu64 " events", to->convert->output,
			  to->n_events);
	return true;
}

static void to_log_destroy(void *state)
{
	struct to_log *to = state;

	pxt_log_destroy(to->log);
	logfile_fini(&to->file);
	for (size_t i = 0; i < PLACES; i++)
		free(to->chunks[i].records);
	free(to);
}

const struct convert_target convert_log = {
	.name = "log",
	.summary = "another log, of which the events are a part",
	.takes = CONVERT_COMPRESS,
	.begin = to_log_begin,
	.event = to_log_event,
	.end = to_log_end,
	.destroy = to_log_destroy,
};
