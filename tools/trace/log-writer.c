/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Writing a log from events; see log-writer.h.
 *
 * Each thread has a chunk that its events are gathered in; a full one becomes
 * a block.  The clock of the new log counts sixteen ticks a nanosecond from
 * the first event on, so that events of one nanosecond keep their order; or
 * fewer, if it has to go on for many years.  When there are more events of a
 * nanosecond than ticks, all chunks are written, and these events follow in
 * one block, whose records say whose they are: it is by the numbers of blocks
 * that events of the same ticks are in order.  A gap stands in the log as the
 * record that the flush of a stream would have written.
 */
#include "trace/log-writer.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/tree.h"
#include "common/logfile.h"
#include "common/tool.h"
#include "log/window.h"
#include "trace/append.h"
#include "trace/image-writer.h"
#include "trace/places.h"

enum {
	CHUNKS = 512,			/* open at once */
	TICKS_A_NS = 16,		/* maximum; a power of two */
	/* The overhead of a block: its header, its entry in an index block,
	 * and its share of that one's header. */
	BLOCK_COST = PXT_CHUNK_HEADER_SIZE + sizeof(struct pxt_log_entry) + 16,
};

/* The limit of ticks, so that computations with them do not overflow. */
#define TICKS_MOST	((uint64_t)LOG_WRITER_SPAN_MOST)

struct chunk {
	RB_ENTRY(chunk) by_thread;
	struct pxt_chunk_header header;
	const struct log_writer_names *names;	/* NULL: a control chunk */
	unsigned char *records;
};

RB_HEAD(chunks, chunk);

static int compare_chunks(struct chunk *a, struct chunk *b)
{
	const struct pxt_chunk_header *x = &a->header, *y = &b->header;

	if (x->tid != y->tid)
		return x->tid < y->tid ? -1 : 1;
	if (x->pid != y->pid)
		return x->pid < y->pid ? -1 : 1;
	return x->thread < y->thread ? -1 : x->thread > y->thread;
}

PXT_RB_GENERATE(chunks, chunk, by_thread, compare_chunks)

struct log_writer {
	const char *path;
	struct logfile file;
	bool is_only;			/* the only copy of these events */
	bool is_over;			/* it is complete */
	struct pxt_log_head head;
	struct pxt_log *log;		/* NULL until it begins */
	uint64_t ticks_a_ns;
	struct chunk list[CHUNKS];	/* the first n_chunks are open */
	size_t n_chunks;
	struct chunks chunks;		/* those, by thread */
	struct places threads;
	bool is_crowded;		/* no tick is left of this nanosecond */
	uint64_t n_events;		/* as a reader of the log counts */
	bool is_behind_gap;		/* no event was added since the last one ... */
	int64_t gap_end;		/* ... which ends then, nanoseconds since the epoch */
	uint64_t n_bytes;		/* of blocks, written or not, at most */
	uint64_t n_lost;
	uint64_t n_far;			/* events that are later than it can have */
	uint64_t origin;		/* nanoseconds of the first event */
	uint64_t last;			/* ticks */
	struct pxt_window window;
	struct image_writer images;
};

static bool failed(const struct log_writer *writer, int err)
{
	if (writer->is_only)
		tool_incomplete(writer->path, err, "log");
	else
		tool_error("%s: %s; %s", writer->path, strerror(err),
			   tool_advice(err, "name a file with more room with -o"));
	return false;
}

/* The clock just after a time: later than that of the head in both numbers. */
static void set_anchor(const struct log_writer *writer, uint64_t last,
		       uint64_t *ticks, uint64_t *ns)
{
	const uint64_t scale = writer->ticks_a_ns;

	*ticks = (last / scale + 1) * scale;
	*ns = writer->origin + *ticks / scale - 1;
}

static void set_name(struct chunk *chunk)
{
	struct pxt_chunk_header *header = &chunk->header;
	struct thread_name room;
	const char *name = chunk->names->find(chunk->names->context,
					      header->pid, header->tid, &room);

	if (!name)
		return;
	memset(header->comm, 0, sizeof(header->comm));
	memcpy(header->comm, name, strnlen(name, sizeof(header->comm)));
}

static bool write_chunk(struct log_writer *writer, struct chunk *chunk)
{
	int err;

	if (chunk->header.count == 0)
		return true;
	if (chunk->names)
		set_name(chunk);
	set_anchor(writer, chunk->header.last, &chunk->header.anchor_ticks,
		   &chunk->header.anchor_ns);
	err = pxt_log_add_block(writer->log, &chunk->header, chunk->records);
	chunk->header.count = chunk->header.used = 0;
	return err ? failed(writer, err) : true;
}

static int by_last(const void *a, const void *b)
{
	const struct chunk *x = *(const struct chunk *const *)a;
	const struct chunk *y = *(const struct chunk *const *)b;

	return x->header.last < y->header.last ? -1 :
	       x->header.last > y->header.last;
}

/* Write all chunks, in the order of their last events. */
static bool write_chunks(struct log_writer *writer)
{
	struct chunk *list[CHUNKS];

	for (size_t i = 0; i < writer->n_chunks; i++)
		list[i] = &writer->list[i];
	qsort(list, writer->n_chunks, sizeof(*list), by_last);
	for (size_t i = 0; i < writer->n_chunks; i++)
		if (!write_chunk(writer, list[i]))
			return false;
	writer->n_chunks = 0;
	RB_INIT(&writer->chunks);
	return true;
}

static bool begin_chunk(struct log_writer *writer, struct chunk *chunk,
			const struct pxt_event *whose,
			const struct log_writer_names *names)
{
	size_t number;

	if (!chunk->records)
		chunk->records = malloc(writer->head.chunk_size);
	if (!chunk->records ||
	    (whose->tid && !places_find(&writer->threads, 0,
					(uint32_t)whose->pid,
					(uint32_t)whose->tid, &number)))
		return failed(writer, ENOMEM);
	chunk->header = (struct pxt_chunk_header){
		.magic = PXT_CHUNK_MAGIC,
		.lease = 1,
		.pid = whose->pid,
		.tid = whose->tid,
		.thread = whose->thread,
		.kind = whose->tid ? PXT_KIND_EVENTS : PXT_KIND_CONTROL,
	};
	chunk->names = names;
	writer->n_chunks++;
	RB_INSERT(chunks, &writer->chunks, chunk);
	return true;
}

/* The chunk of a thread; tid 0 is the controller's.  NULL: it failed. */
static struct chunk *find_chunk(struct log_writer *writer,
				const struct pxt_event *whose,
				const struct log_writer_names *names)
{
	struct chunk key = {
		.header = {
			.pid = whose->pid,
			.tid = whose->tid,
			.thread = whose->thread,
		},
	}, *chunk = RB_FIND(chunks, &writer->chunks, &key);

	if (chunk)
		return chunk;
	if (writer->n_chunks == CHUNKS && !write_chunks(writer))
		return NULL;
	chunk = &writer->list[writer->n_chunks];
	return begin_chunk(writer, chunk, whose, names) ? chunk : NULL;
}

/* A record of up to two pieces of data. */
static bool put(struct log_writer *writer, struct chunk *chunk,
		const struct pxt_event *event, const void *front,
		size_t front_len)
{
	struct pxt_chunk_header *header = &chunk->header;
	size_t room = writer->head.chunk_size - PXT_CHUNK_HEADER_SIZE;
	size_t len = front_len + event->len, size = pxt_record_size(len);

	if (len > PXT_DATA_SIZE_MAX + sizeof(struct pxt_origin) || size > room) {
		tool_error("%s: an event with %zu bytes of data, and it was said "
			   "that none has more than %" PRIu64 "; leave it out "
			   "with -x", writer->path, event->len,
			   writer->head.attr.data_size);
		return false;
	}
	if ((header->used + size > room ||
	     (header->count && event->ticks - header->base >= PXT_CHUNK_SPAN)) &&
	    !write_chunk(writer, chunk))
		return false;
	writer->n_bytes += header->count ? 0 : BLOCK_COST;
	writer->n_bytes += append_event(header, chunk->records, event, front,
					front_len);
	return true;
}

/* Put an event into a chunk of the controller `pid`, which has events of any
 * thread. */
static bool put_control(struct log_writer *writer,
			const struct pxt_event *event, int32_t pid)
{
	const struct pxt_event whose = { .pid = pid };
	const struct pxt_origin origin = {
		.thread = event->thread, .pid = event->pid, .tid = event->tid,
	};
	struct chunk *chunk = find_chunk(writer, &whose, NULL);

	return chunk && put(writer, chunk, event, &origin, sizeof(origin));
}

/* The first tick of a time, from ticks_a_ns on; a log may have any times. */
static uint64_t ticks_of(const struct log_writer *writer, int64_t time_ns)
{
	const uint64_t most = TICKS_MOST / writer->ticks_a_ns - 1;
	uint64_t ns = time_ns > 0 ? (uint64_t)time_ns : 0;

	ns = ns > writer->origin ? ns - writer->origin : 0;
	return ((ns < most ? ns : most) + 1) * writer->ticks_a_ns;
}

/* Events of one nanosecond get different ticks, as long as there are any. */
static uint64_t next_ticks(struct log_writer *writer, int64_t ns, bool *is_full)
{
	uint64_t ticks = ticks_of(writer, ns);

	writer->n_far += ns > 0 && (uint64_t)ns > writer->origin &&
			 (uint64_t)ns - writer->origin >=
			 TICKS_MOST / writer->ticks_a_ns;
	*is_full = ticks <= writer->last &&
		   (writer->last + 1) % writer->ticks_a_ns == 0;
	if (ticks <= writer->last)
		ticks = writer->last + !*is_full;
	writer->last = ticks;
	return ticks;
}

static bool put_event(struct log_writer *writer, int64_t ns,
		      struct pxt_event *event,
		      const struct log_writer_names *names)
{
	struct chunk *chunk;
	bool is_full;

	event->ticks = next_ticks(writer, ns, &is_full);
	if (is_full && !writer->is_crowded && !write_chunks(writer))
		return false;
	writer->is_crowded = is_full;
	if (is_full)
		return put_control(writer, event, writer->head.target_pid);
	if (event->tid == 0)
		return put_control(writer, event, event->pid);
	chunk = find_chunk(writer, event, names);
	return chunk && put(writer, chunk, event, NULL, 0);
}

/* Otherwise the START after a gap reports it. */
static bool shows_gaps(const struct log_writer *writer)
{
	return writer->head.attr.stream_policy != POSIX_TRACE_UNTIL_FULL;
}

/*
 * The event after a gap is not in this log: write the RESUME that a reader makes of it,
 * so the gap ends where it did, and stays apart from the next one.
 */
static bool end_gap(struct log_writer *writer)
{
	struct pxt_event resume = {
		.id = POSIX_TRACE_RESUME,
		.pid = writer->head.target_pid,
		.data = "",
	};

	writer->is_behind_gap = false;
	writer->n_events += 2;
	return put_event(writer, writer->gap_end, &resume, NULL);
}

bool log_writer_add(struct log_writer *writer, int64_t ns,
		    const struct pxt_event *event,
		    const struct log_writer_names *names)
{
	struct pxt_event written = *event;
	/* It is read as OVERFLOW and RESUME. */
	bool is_gap = writer->is_behind_gap &&
		      (shows_gaps(writer) || event->id != POSIX_TRACE_START);

	if (is_gap && ns > writer->gap_end && !end_gap(writer))
		return false;
	if (!put_event(writer, ns, &written, names))
		return false;
	writer->n_events += 1 + (is_gap && writer->is_behind_gap ? 2 : 0);
	writer->is_behind_gap = false;
	pxt_window_keep(&writer->window, &written);
	return true;
}

bool log_writer_add_mapping(struct log_writer *writer, int64_t ns, int32_t pid,
			    uint64_t address,
			    const struct posixtrace_mapping *mapping)
{
	uint64_t added;
	int err = image_writer_add(&writer->images, writer->log,
				   ticks_of(writer, ns), pid, address, mapping,
				   &added);

	writer->n_bytes += added;
	return err ? failed(writer, err) : true;
}

bool log_writer_map(struct log_writer *writer, int64_t ns, int32_t pid,
		    trace_id_t trid, const struct posix_trace_event_info *info)
{
	const uint64_t address = (uintptr_t)info->posix_prog_address;
	struct posixtrace_mapping mapping;
	bool is_known = posixtrace_find_mapping(trid, info->posix_pid,
						&info->posix_timestamp, address,
						&mapping) == 0;

	return log_writer_add_mapping(writer, ns, pid, address,
				      is_known ? &mapping : NULL);
}

bool log_writer_add_gap(struct log_writer *writer, int64_t ns, int32_t pid,
			uint64_t events, int64_t first_ns, int64_t end_ns)
{
	const struct pxt_gap gap = { events, ticks_of(writer, first_ns) };
	struct pxt_event record = {
		.id = POSIX_TRACE_OVERFLOW,
		.pid = pid,
		.data = &gap,
		.len = sizeof(gap),
	};

	if (writer->is_behind_gap && first_ns >= writer->gap_end &&
	    !end_gap(writer))
		return false;
	writer->n_lost += events;
	writer->is_behind_gap = true;
	writer->gap_end = end_ns;
	return put_event(writer, ns, &record, NULL);
}

bool log_writer_add_type(struct log_writer *writer, unsigned id,
			 const char *name, const char *text)
{
	int err = pxt_log_add_name(writer->log, id, name);

	if (!err && text)
		err = pxt_log_add_type(writer->log, id, text);
	return err ? failed(writer, err) : true;
}

/* The maximum number of ticks that does not overflow. */
static uint64_t choose_scale(uint64_t span_ns)
{
	uint64_t scale = TICKS_A_NS;

	while (scale > 1 && span_ns >= TICKS_MOST / 4 / scale)
		scale /= 2;
	return scale;
}

bool log_writer_begin(struct log_writer *writer,
		      const struct pxt_log_head *given, int64_t first_ns,
		      int64_t last_ns)
{
	struct pxt_log_head *head = &writer->head;
	struct pxt_sizing sizing;
	int err;

	*head = *given;
	writer->origin = first_ns > 0 ? (uint64_t)first_ns : 0;
	writer->ticks_a_ns = choose_scale(last_ns > first_ns ?
			(uint64_t)last_ns - writer->origin : 0);
	head->attr.log_policy = POSIX_TRACE_APPEND;
	head->pointer_size = sizeof(void *);
	head->id_space = PXT_ID_SPACE;
	head->set_size = sizeof(trace_event_set_t);
	head->controller_start = 0;
	memset(head->segment, 0, sizeof(head->segment));
	pxt_sizing(&sizing, &head->attr);
	head->chunk_size = sizing.chunk_size;
	head->clock = PXT_CLOCK_COUNTER;
	head->anchor_ticks = writer->ticks_a_ns;
	head->anchor_ns = writer->origin;
	head->anchor_real_ns = (int64_t)writer->origin;
	err = pxt_log_create(writer->file.fd, head, &writer->log);
	if (err == ENOTSUP)
		tool_error("--compress: libzstd is not there, or this build is "
			   "without; leave it out");
	else if (err)
		failed(writer, err);
	return err == 0;
}

/* Create it without its file. */
static struct log_writer *new_writer(const char *path)
{
	struct log_writer *writer = calloc(1, sizeof(*writer));

	if (!writer) {
		tool_error("%s: out of memory", path);
		return NULL;
	}
	writer->path = path;
	places_init(&writer->threads);
	image_writer_init(&writer->images);
	/* A file that may not grow is an error like a full disk. */
	signal(SIGXFSZ, SIG_IGN);
	return writer;
}

struct log_writer *log_writer_create_only(const char *path)
{
	struct log_writer *writer = new_writer(path);

	if (!writer)
		return NULL;
	writer->is_only = true;
	if (logfile_create(&writer->file, path))
		return writer;
	free(writer);
	return NULL;
}

struct log_writer *log_writer_create(const char *path)
{
	struct log_writer *writer = new_writer(path);

	if (!writer || logfile_create_whole(&writer->file, path))
		return writer;
	free(writer);
	return NULL;
}

struct log_writer *log_writer_create_at(int fd, const char *path)
{
	struct log_writer *writer = new_writer(path);

	if (!writer)
		return NULL;
	writer->file.path = path;
	writer->file.fd = fcntl(fd, F_DUPFD_CLOEXEC, 3);
	if (writer->file.fd >= 0)
		return writer;
	failed(writer, errno);
	free(writer);
	return NULL;
}

static int64_t time_of(void *context, uint64_t ticks)
{
	const struct log_writer *writer = context;

	return (int64_t)(writer->origin + ticks / writer->ticks_a_ns - 1);
}

static int complete(struct log_writer *writer,
		    const struct log_writer_totals *totals)
{
	struct pxt_log_status status = {
		.stream_status = POSIX_TRACE_SUSPENDED,
		.stream_full = POSIX_TRACE_NOT_FULL,
		.stream_overrun = writer->n_lost ? POSIX_TRACE_OVERRUN :
				  POSIX_TRACE_NO_OVERRUN,
		.flush_status = POSIX_TRACE_NOT_FLUSHING,
		.processes = totals->processes,
		.events = writer->n_events,
		.bytes = pxt_log_bytes(writer->log),
		.lost = writer->n_lost,
		.threads = writer->threads.n < UINT32_MAX ?
			   (uint32_t)writer->threads.n : UINT32_MAX,
		.starts = totals->starts,
	};

	set_anchor(writer, writer->last, &status.anchor_ticks,
		   &status.anchor_ns);
	return pxt_window_complete(&writer->window, writer->log, &status,
				   time_of, writer);
}

bool log_writer_end(struct log_writer *writer,
		    const struct log_writer_totals *totals)
{
	int err;

	writer->n_lost += totals->lost;
	/* There is no RESUME at the end. */
	writer->n_events += writer->is_behind_gap && shows_gaps(writer);
	if (!write_chunks(writer))
		return false;
	err = image_writer_flush(&writer->images, writer->log);
	if (!err)
		err = complete(writer, totals);
	if (err)
		return failed(writer, err);
	if (writer->n_far)
		tool_note("%s: %" PRIu64 " event%s too long after the first, at "
			  "the latest time that the log can have", writer->path,
			  writer->n_far, writer->n_far == 1 ? " is" : "s are");
	writer->is_over = true;
	return logfile_keep(&writer->file);
}

void log_writer_destroy(struct log_writer *writer)
{
	if (!writer)
		return;
	if (writer->is_only && writer->log && !writer->is_over)
		logfile_keep(&writer->file);
	pxt_log_destroy(writer->log);
	logfile_fini(&writer->file);
	for (size_t i = 0; i < CHUNKS; i++)
		free(writer->list[i].records);
	places_fini(&writer->threads);
	image_writer_fini(&writer->images);
	free(writer);
}

uint64_t log_writer_events(const struct log_writer *writer)
{
	return writer->n_events;
}

uint64_t log_writer_size(const struct log_writer *writer, size_t len)
{
	const size_t origin = sizeof(struct pxt_origin);

	return PXT_LOG_BLOCKS + writer->n_bytes + 3 * BLOCK_COST +
	       pxt_record_size(origin + len) +
	       pxt_record_size(origin + sizeof(struct pxt_gap)) +
	       pxt_record_size(origin);
}

struct pxt_event log_writer_event(const struct trace_event *event)
{
	const struct posix_trace_event_info *info = &event->info;

	return (struct pxt_event){
		.address = (uintptr_t)info->posix_prog_address,
		.thread = (uint64_t)info->posix_thread_id,
		.data = event->data,
		.len = event->len,
		.id = info->posix_event_id,
		.pid = info->posix_pid,
		.tid = info->posix_tid,
		.truncated = info->posix_truncation_status !=
			     POSIX_TRACE_NOT_TRUNCATED,
	};
}
