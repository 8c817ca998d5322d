/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Writing a stream to a log; see log.h.
 *
 * Thread 0 is the controller, which has the gaps.
 */
#include "log.h"

#include <inttypes.h>
#include <posixtrace.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/tool.h"
#include "model/eventmap.h"
#include "print.h"
#include "sink.h"
#include "trace/log-writer.h"

enum {
	DATA_MAX = 1024,	/* longer arguments are truncated */
	THREADS = 512,		/* more active objects are thread OTHERS */
	OTHERS = 1,
	NAME_ROOM = 20,		/* for an address in hexadecimal */
	PID = 1,
	/* More than the arguments of a frame, so it is never flushed. */
	TEXT_ROOM = 8 << 20,
};

struct thread {
	uint64_t address;	/* of the active object */
	char name[NAME_ROOM];
};

struct rkh_log {
	uint64_t hz;
	struct log_writer *writer;
	struct log_writer_names thread_names;
	bool has_begun;
	bool has_failed;	/* which has been reported */
	int64_t now;		/* nanoseconds; never decreases */
	unsigned n_threads;
	struct thread threads[THREADS];	/* by tid */
	unsigned n_names;	/* ids above PXT_ID_USER that are named */
	uint16_t kind_ids[RKH_N_KINDS];
	uint16_t unknown_id;
	char names[PXT_ID_SPACE][PXT_EVENT_NAME_SIZE];
	struct out arguments;	/* the data of an event are put together here */
};

static const char *find_thread_name(void *context, int32_t pid, int32_t tid,
				    struct thread_name *room)
{
	const struct rkh_log *log = context;

	(void)pid;
	(void)room;
	return log->threads[tid].name;
}

/* Takes ownership of the writer, which may be NULL. */
static struct rkh_log *new_log(struct log_writer *writer, const char *path,
			       uint64_t hz)
{
	struct rkh_log *log = writer ? calloc(1, sizeof(*log)) : NULL;

	if (!log || out_init(&log->arguments, -1) != 0) {
		if (writer)
			tool_error("%s: out of memory", path);
		log_writer_destroy(writer);
		free(log);
		return NULL;
	}
	out_room(&log->arguments, TEXT_ROOM);
	log->writer = writer;
	log->thread_names = (struct log_writer_names){ find_thread_name, log };
	log->hz = hz;
	log->n_threads = OTHERS + 1;
	snprintf(log->threads[OTHERS].name, NAME_ROOM, "rkh");
	return log;
}

struct rkh_log *rkh_log_new(const char *path, uint64_t hz)
{
	return new_log(log_writer_create_only(path), path, hz);
}

struct rkh_log *rkh_log_new_at(int fd, const char *name, uint64_t hz)
{
	return new_log(log_writer_create_at(fd, name), name, hz);
}

/*
 * From ticks of the stream to nanoseconds.  Half of 64 bits is never used:
 * what is later is then.
 */
static int64_t to_ns(const struct rkh_log *log, uint64_t ticks)
{
	uint64_t limit = INT64_MAX / 2;
	uint64_t seconds = ticks / log->hz;

	if (seconds > limit / 1000000000 - 1)
		return (int64_t)limit;
	return (int64_t)(seconds * 1000000000 +
			 ticks % log->hz * 1000000000 / log->hz);
}

/* The log begins when the length of a tick is known. */
static bool begin(struct rkh_log *log, const struct rkh_event *event)
{
	struct pxt_log_head head = { .target_pid = PID };

	log->has_begun = true;
	if (!log->hz)
		log->hz = event->config->hz;
	if (!log->hz)
		log->hz = 1000000000;
	pxt_attr_init(&head.attr);
	head.attr.stream_policy = POSIX_TRACE_FLUSH;
	head.attr.data_size = DATA_MAX;
	head.attr.resolution_ns = log->hz < 1000000000 ?
				  1000000000 / log->hz : 1;
	snprintf(head.attr.name, sizeof(head.attr.name), "rkh");
	if (!log_writer_begin(log->writer, &head, 0, to_ns(log, event->time)))
		return false;
	for (unsigned id = 1; id <= PXT_ID_USER; id++) {
		if (pxt_predefined_name(id) &&
		    !log_writer_add_type(log->writer, id,
					 pxt_predefined_name(id), NULL))
			return false;
	}
	return true;
}

/* ---- Threads ---- */

/* The active object that the record is about, or NULL. */
static const struct rkh_value *find_object(const struct rkh_event *event)
{
	for (size_t i = 0; i < event->n_values; i++) {
		if (event->values[i].type == RKH_ACTIVE)
			return &event->values[i];
	}
	return NULL;
}

/* It is named as soon as the name is known. */
static void name_thread(struct thread *thread, const struct rkh_value *object)
{
	if (object->name)
		snprintf(thread->name, sizeof(thread->name), "%.*s",
			 PXT_COMM_SIZE - 1, object->name);
}

static int32_t find_thread(struct rkh_log *log, const struct rkh_event *event)
{
	const struct rkh_value *object = find_object(event);
	unsigned tid = OTHERS + 1;

	if (!object || object->number == 0)
		return OTHERS;
	while (tid < log->n_threads &&
	       log->threads[tid].address != object->number)
		tid++;
	if (tid == THREADS)
		return OTHERS;
	if (tid == log->n_threads) {
		log->n_threads++;
		log->threads[tid].address = object->number;
		snprintf(log->threads[tid].name, NAME_ROOM, "0X%" PRIX64,
			 object->number);
	}
	name_thread(&log->threads[tid], object);
	return (int32_t)tid;
}

/* ---- Names ---- */

/* The id of a name; the unnamed one if there are too many, 0 if it failed. */
static uint16_t open_name(struct rkh_log *log, const char *group,
			  const char *name)
{
	char *full = log->names[log->n_names];
	unsigned id = PXT_ID_USER + 1 + log->n_names;

	if (id == PXT_ID_SPACE)
		return PXT_ID_USER;
	snprintf(full, PXT_EVENT_NAME_SIZE, "%s.%s", group, name);
	for (unsigned i = 0; i < log->n_names; i++) {
		if (strcmp(log->names[i], full) == 0)
			return (uint16_t)(PXT_ID_USER + 1 + i);
	}
	if (!log_writer_add_type(log->writer, id, full, NULL))
		return 0;
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

static bool add_gap(struct rkh_log *log, const struct rkh_event *event)
{
	int64_t first = event->is_first ? log->now : to_ns(log, event->since);

	return log_writer_add_gap(log->writer, log->now, PID, event->missing,
				  first < log->now ? first : log->now, log->now);
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

static bool add_event(struct rkh_log *log, const struct rkh_event *event)
{
	struct pxt_event record = {
		.pid = PID,
		.tid = find_thread(log, event),
		.id = find_id(log, event),
	};

	if (record.id == 0)
		return false;
	put_data(log, event);
	record.thread = log->threads[record.tid].address;
	record.data = log->arguments.buffer;
	record.len = log->arguments.used;
	record.truncated = record.len > DATA_MAX;
	if (record.truncated)
		record.len = DATA_MAX;
	return log_writer_add(log->writer, log->now, &record, &log->thread_names);
}

void rkh_log_event(void *state, const struct rkh_event *event)
{
	struct rkh_log *log = state;
	int64_t now;

	/* Log records that were sent, but not damaged ones. */
	if (log->has_failed ||
	    (event->class != RKH_REC && event->class != RKH_UNKNOWN))
		return;
	if (!log->has_begun && !begin(log, event)) {
		log->has_failed = true;
		return;
	}
	now = to_ns(log, event->time);
	if (now > log->now)
		log->now = now;
	log->has_failed = (event->missing && !add_gap(log, event)) ||
			  !add_event(log, event);
}

bool rkh_log_finish(struct rkh_log *log)
{
	static const struct log_writer_totals totals = {
		.processes = 1, .starts = 1,
	};
	bool is_fine;

	if (!log->has_begun && !log->has_failed) {
		/* No records: a log without events. */
		struct rkh_config config = { .hz = 0 };
		struct rkh_event event = { .config = &config };

		log->has_failed = !begin(log, &event);
	}
	is_fine = !log->has_failed && log_writer_end(log->writer, &totals);
	log_writer_destroy(log->writer);
	/* It is never flushed to a descriptor. */
	log->arguments.used = 0;
	out_fini(&log->arguments);
	free(log);
	return is_fine;
}
