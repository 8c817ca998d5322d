/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * posixtrace convert --to tracex: events as entries of a TXTB trace buffer,
 * one entry an event.
 *
 * A thread is known to TraceX by one 32-bit word: its kernel id, or a made-up
 * number where another process has a thread of that id.  An event type is
 * 4096 plus its id; what TraceX has no room for is counted and said once.
 *
 * Events are gathered in memory, a file's worth at most.  If more come, the
 * files are numbered.
 */
#include "convert/convert.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/tree.h"
#include "common/logfile.h"
#include "common/nanoseconds.h"
#include "common/numbered.h"
#include "common/size.h"
#include "common/tool.h"
#include "convert/tracex-file.h"
#include "convert/tracex-names.h"
#include "trace/thread-name.h"
#include "trace/thread-name.h"

enum {
	/* TraceX is a 32-bit program and keeps the whole trace in memory. */
	EVENTS_OF_A_FILE = 1000000,
	FIRST_ID = 4096,
	OTHER_ID = 65528,		/* event types beyond this share it */
	TIME_ID = 65529,
	NOT_SEEN = -1,
};

#define SURROGATE	UINT32_C(0x40000000)
#define TYPE_ADDRESS	UINT32_C(0x50000000)

struct thread {
	RB_ENTRY(thread) by_id;
	RB_ENTRY(thread) by_address;
	int32_t pid;
	int32_t tid;
	uint32_t address;
	bool is_here;			/* has events in this file */
};

RB_HEAD(threads_by_id, thread);
RB_HEAD(threads_by_address, thread);

static int compare_ids(struct thread *a, struct thread *b)
{
	if (a->tid != b->tid)
		return a->tid < b->tid ? -1 : 1;
	return a->pid < b->pid ? -1 : a->pid > b->pid;
}

static int compare_addresses(struct thread *a, struct thread *b)
{
	return a->address < b->address ? -1 : a->address > b->address;
}

PXT_RB_GENERATE(threads_by_id, thread, by_id, compare_ids)
PXT_RB_GENERATE(threads_by_address, thread, by_address, compare_addresses)

/* An event type by its TraceX id. */
struct id {
	char *name;			/* NULL: not seen */
	bool is_here;
};

struct tracex {
	const struct convert *convert;
	trace_id_t trid;
	struct tracex_file file;
	int64_t tick_ns;
	struct timespec origin;		/* of the first event */
	int64_t previous;		/* ticks of the previous event */
	struct threads_by_id threads;
	struct threads_by_address addresses;	/* the same by their addresses */
	struct thread *last;		/* thread of the event added last, or
					 * NULL */
	uint32_t n_surrogates;
	struct id ids[OTHER_ID - FIRST_ID + 1];
	unsigned n_files;
	uint64_t n_events;
	/* Counts of what TraceX cannot show. */
	uint64_t n_cut;			/* more data than four words */
	uint64_t n_same_time;		/* equal to the previous one, only
					 * because times are truncated */
	uint64_t n_names_changed;
	uint64_t n_others;
	bool has_many_processes;
};

static bool no_memory(const struct tracex *tracex)
{
	tool_error("%s: out of memory; choose a smaller --segment",
		   tracex->convert->output);
	return false;
}

/* NULL: no memory, which has been reported. */
static struct thread *find_thread(struct tracex *tracex, int32_t pid,
				  int32_t tid)
{
	struct thread key = {
		.pid = pid, .tid = tid, .address = (uint32_t)tid,
	}, *thread = tracex->last;

	/* Events of one thread come in runs. */
	if (!thread || compare_ids(thread, &key) != 0)
		thread = RB_FIND(threads_by_id, &tracex->threads, &key);
	tracex->last = thread;
	if (thread)
		return thread;
	thread = malloc(sizeof(*thread));
	if (!thread) {
		no_memory(tracex);
		return NULL;
	}
	*thread = key;
	if (tid <= 0 || thread->address >= SURROGATE ||
	    RB_FIND(threads_by_address, &tracex->addresses, &key))
		thread->address = SURROGATE + tracex->n_surrogates++;
	RB_INSERT(threads_by_id, &tracex->threads, thread);
	RB_INSERT(threads_by_address, &tracex->addresses, thread);
	return thread;
}

/* The name that TraceX shows, for threads of one process or of several. */
static void name_thread(struct tracex *tracex, const struct thread *thread,
			bool with_pid, char name[TRACEX_NAME_SIZE])
{
	struct thread_name room;
	const char *comm = thread_name_find(&room, tracex->trid, thread->pid,
					    thread->tid);
	char ids[2 * SIZE_TEXT];
	char text[4 * TRACEX_NAME_SIZE];

	if (with_pid)
		snprintf(ids, sizeof(ids), "%" PRId32 "/%" PRId32,
			 thread->pid, thread->tid);
	else
		snprintf(ids, sizeof(ids), "%" PRId32, thread->tid);
	if (comm && *comm)
		snprintf(text, sizeof(text), "%s %s", comm, ids);
	else
		snprintf(text, sizeof(text), "thread %s", ids);
	tracex->n_names_changed += !tracex_name(name, text, "");
}

/* Do the threads of this file belong to more than one process? */
static bool has_processes(struct tracex *tracex)
{
	const struct thread *one = NULL;
	struct thread *thread;

	RB_FOREACH(thread, threads_by_id, &tracex->threads) {
		if (!thread->is_here)
			continue;
		if (one && one->pid != thread->pid)
			return true;
		one = thread;
	}
	return false;
}

static int add_threads(struct tracex *tracex)
{
	bool with_pid = has_processes(tracex);
	struct thread *thread;

	tracex->has_many_processes |= with_pid;
	RB_FOREACH(thread, threads_by_id, &tracex->threads) {
		struct tracex_object object = {
			.type = TRACEX_THREAD,
			.address = thread->address,
			.parameter1 = (uint32_t)thread->pid,
			.parameter2 = (uint32_t)thread->tid,
		};
		int err;

		if (!thread->is_here)
			continue;
		thread->is_here = false;
		name_thread(tracex, thread, with_pid, object.name);
		err = tracex_file_add_object(&tracex->file, &object);
		if (err)
			return err;
	}
	return 0;
}

static int add_types(struct tracex *tracex)
{
	for (uint32_t i = 0; i <= OTHER_ID - FIRST_ID; i++) {
		struct id *id = &tracex->ids[i];
		struct tracex_object object = {
			.type = TRACEX_EVENT_TYPE,
			.address = TYPE_ADDRESS | i,
			.parameter1 = i,
		};
		int err;

		if (!id->is_here)
			continue;
		id->is_here = false;
		tracex_name(object.name, id->name, "?");
		err = tracex_file_add_object(&tracex->file, &object);
		if (err)
			return err;
	}
	return 0;
}

/* Write the gathered events; it is the only file if not `numbered`. */
static bool write_file(struct tracex *tracex, bool numbered)
{
	const char *output = tracex->convert->output;
	char *path = numbered ? numbered_path(output, tracex->n_files + 1)
			      : strdup(output);
	struct logfile log;
	int err;

	if (!path)
		return no_memory(tracex);
	if (!logfile_create_whole(&log, path)) {
		free(path);
		return false;
	}
	err = add_threads(tracex);
	if (!err)
		err = add_types(tracex);
	if (!err)
		err = tracex_file_write(&tracex->file, log.fd);
	if (err)
		tool_error("%s: %s; %s", path, strerror(err),
			   tool_advice(err, "name a file with more room with -o"));
	else if (!logfile_keep(&log))
		err = EIO;
	logfile_fini(&log);
	free(path);
	tracex->n_files++;
	tracex_file_reset(&tracex->file);
	return !err;
}

static void *tracex_create(const struct convert *convert,
			   const struct open_log *log, struct out *out)
{
	struct tracex *tracex;
	uint64_t most = convert->segment ? convert->segment : EVENTS_OF_A_FILE;

	(void)out;
	if (log->is_dump) {
		tool_error("%s: a ThreadX dump, which TraceX opens itself",
			   log->path);
		return NULL;
	}
	if (most > TRACEX_EVENTS_MOST) {
		tool_error("--segment %" PRIu64 ": TraceX takes %d events at "
			   "most; give a smaller number", most,
			   TRACEX_EVENTS_MOST);
		return NULL;
	}
	tracex = calloc(1, sizeof(*tracex));
	if (!tracex) {
		tool_error("%s: out of memory", convert->output);
		return NULL;
	}
	tracex->convert = convert;
	tracex->tick_ns = convert->tick_ns ? convert->tick_ns : 1000;
	tracex->previous = NOT_SEEN;
	tracex->trid = log->trid;
	tracex_file_init(&tracex->file, most);
	return tracex;
}

static void tracex_destroy(void *state)
{
	struct tracex *tracex = state;
	struct thread *thread;

	for (size_t i = 0; i <= OTHER_ID - FIRST_ID; i++)
		free(tracex->ids[i].name);
	tracex_file_fini(&tracex->file);
	while ((thread = RB_ROOT(&tracex->threads))) {
		RB_REMOVE(threads_by_id, &tracex->threads, thread);
		free(thread);
	}
	free(tracex);
}

/* Ticks since the first event.  Time never decreases; values beyond the range
 * of nanoseconds are limited. */
static int64_t ticks_of(struct tracex *tracex, const struct timespec *time)
{
	int64_t ns;

	if (tracex->previous == NOT_SEEN)
		tracex->origin = *time;
	ns = ns_between(&tracex->origin, time);
	if (ns < 0)
		return tracex->previous < 0 ? 0 : tracex->previous;
	return ns / tracex->tick_ns;
}

/* The id that TraceX gets; 0: no memory, which has been reported. */
static uint32_t id_of(struct tracex *tracex, const struct type *type)
{
	uint32_t at = type->id < OTHER_ID - FIRST_ID ? type->id :
		      OTHER_ID - FIRST_ID;
	struct id *id = &tracex->ids[at];

	tracex->n_others += at == OTHER_ID - FIRST_ID;
	if (!id->name) {
		char name[TRACEX_NAME_SIZE];

		id->name = at == type->id ?
			   strndup(type->text, type->text_len) :
			   strdup("other types");
		if (!id->name) {
			no_memory(tracex);
			return 0;
		}
		tracex->n_names_changed += !tracex_name(name, id->name, "?");
	}
	id->is_here = true;
	return FIRST_ID + at;
}

static bool tracex_event(void *state, const struct trace_event *event)
{
	struct tracex *tracex = state;
	const struct posix_trace_event_info *info = &event->info;
	struct thread *thread = NULL;
	uint32_t words[TRACEX_INFO] = { 0 };
	uint32_t context = TRACEX_NO_THREAD;
	uint32_t id;
	int64_t ticks = ticks_of(tracex, &info->posix_timestamp);
	int err;

	/* START, STOP and the like belong to no thread. */
	if (info->posix_tid) {
		thread = find_thread(tracex, info->posix_pid, info->posix_tid);
		if (!thread)
			return false;
		context = thread->address;
	}
	if (event->len)
		memcpy(words, event->data, event->len < sizeof(words) ?
					   event->len : sizeof(words));
	tracex->n_cut += event->len > sizeof(words);
	for (;;) {
		err = tracex_file_add(&tracex->file, context, FIRST_ID, ticks,
				      words);
		if (err != ENOSPC)
			break;
		if (!write_file(tracex, true))
			return false;
	}
	if (err)
		return no_memory(tracex);
	/* Now it is known which file it is in. */
	id = id_of(tracex, event->type);
	if (!id)
		return false;
	tracex->file.entries[tracex->file.n - 1].id = id;
	if (thread)
		thread->is_here = true;
	tracex->n_same_time += ticks == tracex->previous;
	tracex->previous = ticks;
	tracex->n_events++;
	return true;
}

static bool write_names(const struct tracex *tracex)
{
	struct tracex_definition *definitions;
	size_t n = 0;
	bool is_fine;

	definitions = calloc(OTHER_ID - FIRST_ID + 2, sizeof(*definitions));
	if (!definitions)
		return no_memory(tracex);
	for (uint32_t i = 0; i <= OTHER_ID - FIRST_ID; i++) {
		if (!tracex->ids[i].name)
			continue;
		definitions[n].id = FIRST_ID + i;
		definitions[n++].name = tracex->ids[i].name;
	}
	/* If there are definitions, TraceX shows no words of an id without
	 * one. */
	definitions[n].id = TIME_ID;
	definitions[n++].name = "time goes on";
	is_fine = tracex_names_write(tracex->convert->names, definitions, n);
	free(definitions);
	return is_fine;
}

/* Report in one line what TraceX does not show. */
static void explain(const struct tracex *tracex)
{
	char *text = NULL;
	char tick[SIZE_TEXT];
	size_t size;
	FILE *file = open_memstream(&text, &size);

	if (!file)
		return;
	if (!tracex->convert->names)
		fputs(", names of event types (write them with --names)", file);
	fputs(", addresses of trace points, data as text", file);
	if (tracex->n_cut)
		fprintf(file, ", data after 16 bytes (of %" PRIu64 " events)",
			tracex->n_cut);
	if (tracex->n_same_time) {
		time_format(tick, tracex->tick_ns);
		fprintf(file, ", times below %s (%" PRIu64 " events have that "
			"of the previous one)", tick, tracex->n_same_time);
	}
	if (tracex->file.n_shortened)
		fprintf(file, ", the full length of long pauses (%" PRIu64 ")",
			tracex->file.n_shortened);
	if (tracex->n_names_changed)
		fprintf(file, ", names that are not at most 31 ASCII "
			"characters (%" PRIu64 ")",
			tracex->n_names_changed);
	if (tracex->n_others)
		fprintf(file, ", event types with ids above %d (%" PRIu64
			" events)", OTHER_ID - FIRST_ID - 1, tracex->n_others);
	if (tracex->has_many_processes)
		fputs(", processes (threads have PID/TID in their names)",
		      file);
	fclose(file);
	tool_note("%s: TraceX does not show: %s", tracex->convert->output,
		  text + 2);
	free(text);
}

static bool tracex_end(void *state)
{
	struct tracex *tracex = state;
	const struct convert *convert = tracex->convert;

	if (!write_file(tracex, convert->segment || tracex->n_files > 0) ||
	    (convert->names && !write_names(tracex)))
		return false;
	if (convert->quiet)
		return true;
	if (tracex->n_files > 1 || convert->segment)
		tool_note("%s: %" PRIu64 " events in %u files, numbered",
			  convert->output, tracex->n_events, tracex->n_files);
	else
		tool_note("%s: %" PRIu64 " events", convert->output,
			  tracex->n_events);
	explain(tracex);
	return true;
}

const struct convert_target convert_tracex = {
	.name = "tracex",
	.summary = "trace buffer of ThreadX (TXTB), as TraceX opens it",
	.takes = CONVERT_NAMES | CONVERT_SEGMENT | CONVERT_TICK,
	.copies_data = true,
	.create = tracex_create,
	.sink = {
		.event = tracex_event,
		.end = tracex_end,
		.destroy = tracex_destroy,
	},
};
