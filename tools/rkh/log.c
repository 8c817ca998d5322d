/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * A stream as a log; see log.h.
 *
 * Every thread has a lane: a chunk that is filled and then written, as that
 * of a thread of ours.  Lane 0 is the control chunk, with the gaps.
 */
#include "log.h"

#include <errno.h>
#include <fcntl.h>
#include <posixtrace.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "log/txtb.h"
#include "log/writer.h"
#include "logfile.h"
#include "model/eventmap.h"
#include "print.h"
#include "sink.h"
#include "tool.h"

enum {
	CHUNK = 32768,
	RECORDS = CHUNK - PXT_CHUNK_HEADER_SIZE,
	DATA_MAX = 1024,	/* longer arguments are cut */
	LANES = 512,		/* more active objects share lane OTHERS */
	CONTROL = 0,
	OTHERS = 1,
	WINDOW = PXT_TXTB_ENTRIES,
	WINDOW_DATA = 12,	/* bytes an entry of the window shows */
	PID = 1,
	EPOCH = 1,		/* ticks of time 0: at 0 there are no events */
	/* More than the arguments of a frame can be, so none is flushed. */
	ARGUMENTS_ROOM = 8 << 20,
};

/* What stands in a control chunk for events that are missing. */
struct gap {
	uint64_t events;
	uint64_t first;		/* ticks */
};

struct lane {
	uint64_t address;	/* of the active object */
	struct pxt_chunk_header header;
	unsigned char records[RECORDS];
};

struct rkh_log {
	const char *path;
	uint64_t hz;
	struct logfile file;
	struct pxt_log *log;	/* NULL: no event yet, or given up */
	bool has_failed;

	uint64_t now;		/* ticks of the log: ns; does not fall */
	uint64_t n_events;
	uint64_t n_bytes;
	uint64_t n_lost;
	uint64_t leases;
	unsigned n_lanes;
	struct lane *lanes[LANES];

	unsigned n_names;	/* ids above PXT_ID_USER that are named */
	uint16_t kind_ids[RKH_N_KINDS];
	uint16_t unknown_id;
	char names[PXT_ID_SPACE][PXT_EVENT_NAME_SIZE];

	struct out arguments;	/* the data of an event are put together here */
	struct pxt_event window[WINDOW];	/* a ring */
	int64_t window_ns[WINDOW];
	unsigned char window_data[WINDOW][WINDOW_DATA];
};

static void fail(struct rkh_log *log, int err)
{
	if (!log->has_failed)
		tool_error("%s: %s; the log is not complete", log->path,
			   strerror(err));
	log->has_failed = true;
}

/* Without its file. */
static struct rkh_log *new_log(const char *path, uint64_t hz)
{
	struct rkh_log *log = calloc(1, sizeof(*log));

	if (!log || out_init(&log->arguments, -1) != 0) {
		free(log);
		tool_error("%s: out of memory", path);
		return NULL;
	}
	out_room(&log->arguments, ARGUMENTS_ROOM);
	log->path = path;
	log->hz = hz;
	return log;
}

static void free_log(struct rkh_log *log)
{
	out_fini(&log->arguments);
	free(log);
}

struct rkh_log *rkh_log_new(const char *path, uint64_t hz)
{
	struct rkh_log *log = new_log(path, hz);

	if (log && !logfile_create(&log->file, path)) {
		free_log(log);
		return NULL;
	}
	return log;
}

struct rkh_log *rkh_log_new_at(int fd, const char *name, uint64_t hz)
{
	struct rkh_log *log = new_log(name, hz);

	if (!log)
		return NULL;
	log->file.path = name;
	log->file.fd = fcntl(fd, F_DUPFD_CLOEXEC, 3);
	if (log->file.fd < 0) {
		tool_error("%s: %s", name, strerror(errno));
		free_log(log);
		return NULL;
	}
	return log;
}

/* The log begins when it is known how long a tick is. */
static bool begin(struct rkh_log *log, const struct rkh_event *event)
{
	struct pxt_log_head head = {
		.pointer_size = sizeof(void *),
		.chunk_size = CHUNK,
		.id_space = PXT_ID_SPACE,
		.set_size = sizeof(trace_event_set_t),
		.target_pid = PID,
		.clock = PXT_CLOCK_MONOTONIC,
		.anchor_ticks = EPOCH,
		.anchor_ns = EPOCH,
	};
	int err;

	if (!log->hz)
		log->hz = event->config->hz;
	if (!log->hz)
		log->hz = 1000000000;
	pxt_attr_init(&head.attr);
	head.attr.log_policy = POSIX_TRACE_APPEND;
	head.attr.stream_policy = POSIX_TRACE_FLUSH;
	head.attr.data_size = DATA_MAX;
	head.attr.resolution_ns = log->hz < 1000000000 ?
				  1000000000 / log->hz : 1;
	snprintf(head.attr.name, sizeof(head.attr.name), "rkh");
	log->now = EPOCH;
	err = pxt_log_create(log->file.fd, &head, &log->log);
	for (unsigned id = 1; id <= PXT_ID_USER && !err; id++) {
		if (pxt_predefined_name(id))
			err = pxt_log_add_name(log->log, id,
					       pxt_predefined_name(id));
	}
	if (err)
		fail(log, err);
	return err == 0;
}

/* ---- Lanes ---- */

static void begin_chunk(struct rkh_log *log, unsigned index)
{
	struct lane *lane = log->lanes[index];
	struct pxt_chunk_header *header = &lane->header;
	char comm[PXT_COMM_SIZE];

	memcpy(comm, header->comm, sizeof(comm));
	*header = (struct pxt_chunk_header){
		.magic = PXT_CHUNK_MAGIC,
		.lease = ++log->leases,
		.pid = PID,
		.tid = (int32_t)index,
		.thread = lane->address,
		.kind = index == CONTROL ? PXT_KIND_CONTROL : PXT_KIND_EVENTS,
		.lane = (uint16_t)index,
	};
	memcpy(header->comm, comm, sizeof(comm));
}

static void write_chunk(struct rkh_log *log, unsigned index)
{
	struct lane *lane = log->lanes[index];
	int err;

	if (lane->header.count == 0)
		return;
	lane->header.anchor_ticks = log->now;
	lane->header.anchor_ns = log->now;
	err = pxt_log_add_block(log->log, &lane->header, lane->records);
	if (err)
		fail(log, err);
	begin_chunk(log, index);
}

/* Makes the lane at log->n_lanes. */
static bool add_lane(struct rkh_log *log, uint64_t address, const char *name)
{
	struct lane *lane = malloc(sizeof(*lane));

	if (!lane) {
		fail(log, ENOMEM);
		return false;
	}
	lane->address = address;
	memset(&lane->header, 0, sizeof(lane->header));
	snprintf(lane->header.comm, sizeof(lane->header.comm), "%s", name);
	log->lanes[log->n_lanes] = lane;
	begin_chunk(log, log->n_lanes++);
	return true;
}

/* The active object that the record is about, or NULL. */
static const struct rkh_value *find_object(const struct rkh_event *event)
{
	for (size_t i = 0; i < event->n_values; i++) {
		if (event->values[i].type == RKH_ACTIVE)
			return &event->values[i];
	}
	return NULL;
}

static unsigned find_lane(struct rkh_log *log, const struct rkh_event *event)
{
	const struct rkh_value *object = find_object(event);
	char name[PXT_COMM_SIZE + RKH_NAME_MAX];

	if (!object || object->number == 0)
		return OTHERS;
	for (unsigned i = OTHERS + 1; i < log->n_lanes; i++) {
		if (log->lanes[i]->address == object->number)
			return i;
	}
	if (log->n_lanes == LANES)
		return OTHERS;
	if (object->name)
		snprintf(name, sizeof(name), "%s", object->name);
	else
		snprintf(name, sizeof(name), "0X%llX",
			 (unsigned long long)object->number);
	return add_lane(log, object->number, name) ? log->n_lanes - 1 :
						     OTHERS;
}

/* The name that an object has by now, for the chunks to come. */
static void rename_lane(struct lane *lane, const struct rkh_value *object)
{
	if (object && object->name && object->number == lane->address)
		snprintf(lane->header.comm, sizeof(lane->header.comm), "%s",
			 object->name);
}

/* A record with `len` bytes of data in two parts, the first of them `n`. */
static void add_record(struct rkh_log *log, unsigned index, unsigned id,
		       const void *first, size_t n, const void *second,
		       size_t len, bool is_cut)
{
	struct lane *lane = log->lanes[index];
	size_t size = pxt_record_size(len);
	unsigned char *record;

	if (lane->header.used + size > RECORDS ||
	    (lane->header.count > 0 &&
	     log->now - lane->header.base >= PXT_CHUNK_SPAN))
		write_chunk(log, index);
	record = lane->records + lane->header.used;
	memset(record, 0, size);
	pxt_record_put_time(record, log->now, len);
	pxt_record_put_type(record, 0, id, is_cut);
	memcpy(record + PXT_HEAD_SIZE, first, n);
	if (len > n)
		memcpy(record + PXT_HEAD_SIZE + n, second, len - n);
	if (lane->header.count++ == 0)
		lane->header.base = log->now;
	lane->header.last = log->now;
	lane->header.used += (uint32_t)size;
}

/* ---- Names ---- */

/* The id of a name; the unnamed one if there are too many. */
static uint16_t open_name(struct rkh_log *log, const char *group,
			  const char *name)
{
	char *full = log->names[log->n_names];
	unsigned id = PXT_ID_USER + 1 + log->n_names;
	int err;

	if (id == PXT_ID_SPACE)
		return PXT_ID_USER;
	snprintf(full, PXT_EVENT_NAME_SIZE, "%s.%s", group, name);
	for (unsigned i = 0; i < log->n_names; i++) {
		if (strcmp(log->names[i], full) == 0)
			return (uint16_t)(PXT_ID_USER + 1 + i);
	}
	err = pxt_log_add_name(log->log, id, full);
	if (err)
		fail(log, err);
	log->n_names++;
	return (uint16_t)id;
}

static uint16_t find_id(struct rkh_log *log, const struct rkh_event *event)
{
	uint16_t *id = event->class == RKH_UNKNOWN ? &log->unknown_id :
						     &log->kind_ids[event->kind];

	if (event->kind == RKH_USR)
		return open_name(log, event->group, event->name);
	if (*id == 0)
		*id = event->class == RKH_UNKNOWN ?
			open_name(log, "RKH", "unknown") :
			open_name(log, event->group, event->name);
	return *id;
}

/* ---- Events ---- */

/*
 * From ticks of the stream to those of the log, which are nanoseconds.  Half
 * of 64 bits is never used: what is later is then.
 */
static uint64_t to_log(const struct rkh_log *log, uint64_t ticks)
{
	uint64_t limit = INT64_MAX / 2;
	uint64_t seconds = ticks / log->hz;

	if (seconds > limit / 1000000000 - 1)
		return limit;
	return EPOCH + seconds * 1000000000 +
	       ticks % log->hz * 1000000000 / log->hz;
}

static void add_gap(struct rkh_log *log, const struct rkh_event *event)
{
	struct pxt_origin origin = { .pid = PID };
	struct gap gap = {
		.events = event->missing,
		.first = event->is_first ? log->now :
					   to_log(log, event->since),
	};

	if (gap.first > log->now)
		gap.first = log->now;
	add_record(log, CONTROL, POSIX_TRACE_OVERFLOW, &origin,
		   sizeof(origin), &gap, sizeof(origin) + sizeof(gap), false);
	log->n_lost += event->missing;
}

static void remember(struct rkh_log *log, unsigned index, unsigned id,
		     const void *data, size_t len)
{
	size_t at = log->n_events % WINDOW;

	if (len > WINDOW_DATA)
		len = WINDOW_DATA;
	memcpy(log->window_data[at], data, len);
	log->window_ns[at] = (int64_t)(log->now - EPOCH);
	log->window[at] = (struct pxt_event){
		.ticks = log->now,
		.thread = log->lanes[index]->address,
		.data = log->window_data[at],
		.len = len,
		.id = id,
		.pid = PID,
		.tid = (int32_t)index,
	};
}

/* The arguments as text, in log->arguments. */
static void put_data(struct rkh_log *log, const struct rkh_event *event)
{
	char *p;

	log->arguments.used = 0;
	if (event->class == RKH_REC) {
		rkh_print_arguments(&log->arguments, event);
		return;
	}
	p = out_room(&log->arguments, 32 + 2 * event->body_len);
	p = put_string(p, "id=");
	p = put_address(p, event->id);
	p = put_string(p, ", frame=");
	out_done(&log->arguments, put_hex(p, event->body, event->body_len));
}

void rkh_log_event(void *state, const struct rkh_event *event)
{
	struct rkh_log *log = state;
	uint64_t now;
	unsigned index;
	uint16_t id;
	size_t len;

	/* What was sent, but not what is damaged. */
	if (log->has_failed ||
	    (event->class != RKH_REC && event->class != RKH_UNKNOWN))
		return;
	if (!log->log &&
	    (!begin(log, event) || !add_lane(log, 0, "") ||
	     !add_lane(log, 0, "rkh")))
		return;
	now = to_log(log, event->time);
	if (now > log->now)
		log->now = now;
	if (event->missing)
		add_gap(log, event);
	index = find_lane(log, event);
	rename_lane(log->lanes[index], find_object(event));
	id = find_id(log, event);
	put_data(log, event);
	len = log->arguments.used < DATA_MAX ? log->arguments.used : DATA_MAX;
	add_record(log, index, id, log->arguments.buffer, len, NULL, len,
		   log->arguments.used > len);
	remember(log, index, id, log->arguments.buffer, len);
	log->n_events++;
	log->n_bytes += pxt_record_size(len);
}

/* ---- The end ---- */

/* The window in the order of time. */
static void complete(struct rkh_log *log)
{
	struct pxt_log_status status = {
		.complete = 1,
		.stream_status = POSIX_TRACE_SUSPENDED,
		.stream_full = POSIX_TRACE_NOT_FULL,
		.stream_overrun = log->n_lost ? POSIX_TRACE_OVERRUN :
						POSIX_TRACE_NO_OVERRUN,
		.flush_status = POSIX_TRACE_NOT_FLUSHING,
		.log_overrun = POSIX_TRACE_NO_OVERRUN,
		.log_full = POSIX_TRACE_NOT_FULL,
		.processes = 1,
		.events = log->n_events,
		.bytes = log->n_bytes,
		.lost = log->n_lost,
		.threads = log->n_lanes - 1,
		.starts = 1,
		.anchor_ticks = log->now,
		.anchor_ns = log->now,
	};
	struct pxt_event *events = malloc(sizeof(log->window));
	int64_t *times = malloc(sizeof(log->window_ns));
	size_t n = log->n_events < WINDOW ? log->n_events : WINDOW;
	int err = ENOMEM;

	if (events && times) {
		for (size_t i = 0; i < n; i++) {
			size_t at = (log->n_events - n + i) % WINDOW;

			events[i] = log->window[at];
			times[i] = log->window_ns[at];
		}
		err = pxt_log_complete(log->log, &status, events, times, n);
	}
	if (err)
		fail(log, err);
	free(events);
	free(times);
}

bool rkh_log_finish(struct rkh_log *log)
{
	bool is_fine;

	if (!log->log && !log->has_failed) {
		/* Nothing came: a log without events. */
		struct rkh_config config = { .hz = 0 };
		struct rkh_event event = { .config = &config };

		if (begin(log, &event) && add_lane(log, 0, ""))
			add_lane(log, 0, "rkh");
	}
	for (unsigned i = 0; i < log->n_lanes && !log->has_failed; i++)
		write_chunk(log, i);
	if (log->log && !log->has_failed)
		complete(log);
	/* What there is of a log that failed is better than nothing. */
	if (log->log && !logfile_keep(&log->file))
		log->has_failed = true;
	is_fine = !log->has_failed;
	pxt_log_destroy(log->log);
	logfile_fini(&log->file);
	for (unsigned i = 0; i < log->n_lanes; i++)
		free(log->lanes[i]);
	/* Nothing goes through it to a descriptor. */
	log->arguments.used = 0;
	out_fini(&log->arguments);
	free(log);
	return is_fine;
}
