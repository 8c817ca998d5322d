/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * posixtrace convert --to log: writes events to a new log, or to several of
 * limited duration or size.
 */
#include "convert/convert.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/logfile.h"
#include "common/nanoseconds.h"
#include "common/numbered.h"
#include "common/tool.h"
#include "trace/log-writer.h"

struct to_log {
	const struct convert *convert;
	const struct open_log *source;
	struct log_writer_names names;
	struct pxt_log_head head;
	struct log_writer *writer;
	char *path;			/* that it writes to */
	unsigned n_files;		/* number of logs begun */
	uint64_t n_events;		/* in the logs before the current one */
	int64_t file_end;		/* it has no event at this time or
					 * later */
	bool is_begun;			/* the first event was seen */
	uint64_t n_rest;		/* lost events that no gap reports */
	bool is_named[PXT_ID_SPACE];
};

static const char *find_name(void *context, int32_t pid, int32_t tid,
			     struct thread_name *room)
{
	const struct open_log *source = context;

	return thread_name_find(room, source->trid, pid, tid);
}

/* The name and the arguments of a type, before the first event of it. */
static bool add_type(struct to_log *to, trace_event_id_t id, const char *name)
{
	struct posixtrace_arguments arguments;
	bool is_described = posixtrace_get_arguments(to->source->trid, id,
						     &arguments) == 0;

	to->is_named[id] = true;
	return log_writer_add_type(to->writer, id, name,
				   is_described ? arguments.text : NULL);
}

/* Add all types of the trace. */
static bool add_types(struct to_log *to)
{
	trace_id_t trid = to->source->trid;
	char name[TRACE_EVENT_NAME_MAX + 1];
	trace_event_id_t id;

	while (types_next(trid, &id, name)) {
		if (!add_type(to, id, name))
			return false;
	}
	return true;
}

/* A damaged log may have events of types without names. */
static bool name_type(struct to_log *to, unsigned id)
{
	char name[TRACE_EVENT_NAME_MAX + 1];

	if (id >= PXT_ID_SPACE) {
		tool_error("%s: an event of type %u, and none is above %u",
			   to->source->path, id, PXT_ID_SPACE - 1u);
		return false;
	}
	if (to->is_named[id])
		return true;
	types_name(to->source->trid, id, name);
	return add_type(to, id, name);
}

/* Intervals count from the first event of all. */
static void find_end(struct to_log *to, int64_t ns)
{
	const int64_t every = to->convert->every_ns;

	if (to->n_files == 1)
		to->file_end = ns;
	if (ns < to->file_end)
		return;
	ns -= (ns - to->file_end) % every;
	if (__builtin_add_overflow(ns, every, &to->file_end))
		to->file_end = INT64_MAX;
}

/* With what comes at `ns`, of which no time is before `first`. */
static bool begin(struct to_log *to, int64_t ns, int64_t first)
{
	to->is_begun = true;
	if (to->convert->every_ns)
		find_end(to, ns);
	return log_writer_begin(to->writer, &to->head, first,
				log_writer_last(to->source->trid, ns)) &&
	       add_types(to);
}

static bool is_numbered(const struct to_log *to)
{
	return to->convert->every_ns || to->convert->file_size;
}

static bool create_file(struct to_log *to)
{
	const char *output = to->convert->output;

	free(to->path);
	to->n_files++;
	to->path = is_numbered(to) ? numbered_path(output, to->n_files)
				   : strdup(output);
	if (!to->path) {
		tool_error("%s: out of memory", output);
		return false;
	}
	if (to->n_files > NUMBERED_MOST) {
		tool_error("%s: would be more than %d files; give a larger "
			   "--every or --size", output, NUMBERED_MOST);
		return false;
	}
	if (logfile_is_input(to->path, to->convert->path)) {
		tool_error("%s: is the log itself, which would be gone; name "
			   "another file with -o", to->path);
		return false;
	}
	to->writer = log_writer_create(to->path);
	return to->writer;
}

static bool end_file(struct to_log *to, uint64_t lost)
{
	const struct log_writer_totals totals = {
		.lost = lost, .processes = 1, .starts = 1,
	};

	if (!log_writer_end(to->writer, &totals))
		return false;
	to->n_events += log_writer_events(to->writer);
	return true;
}

/* Begin another log if the event at `ns` does not belong to this one. */
static bool turn_over(struct to_log *to, int64_t ns, size_t len)
{
	const struct convert *convert = to->convert;
	bool is_late = convert->every_ns && ns >= to->file_end;
	bool is_full = convert->file_size && log_writer_events(to->writer) &&
		       log_writer_size(to->writer, len) > convert->file_size;

	if (!is_late && !is_full)
		return true;
	if (!end_file(to, 0))
		return false;
	log_writer_destroy(to->writer);
	to->writer = NULL;
	memset(to->is_named, 0, sizeof(to->is_named));
	to->is_begun = false;
	return create_file(to);
}

/* Prepare the log for an event at `ns`, or a gap reported then that begins at `first`. */
static bool prepare(struct to_log *to, int64_t ns, int64_t first, size_t len)
{
	if (to->is_begun && is_numbered(to) && !turn_over(to, ns, len))
		return false;
	return to->is_begun || begin(to, ns, first < ns ? first : ns);
}

static bool to_log_event(void *state, const struct trace_event *given)
{
	struct to_log *to = state;
	const struct posix_trace_event_info *info = &given->info;
	struct pxt_event event = log_writer_event(given);
	int64_t ns;

	/* Limit a time to those that a log can have. */
	ns_since_epoch(&info->posix_timestamp, &ns);
	if (!prepare(to, ns, ns, event.len))
		return false;
	/* The reader generates both from the gap. */
	if (event.id == POSIX_TRACE_OVERFLOW || event.id == POSIX_TRACE_RESUME)
		return true;
	return name_type(to, event.id) &&
	       log_writer_map(to->writer, ns, event.pid, to->source->trid,
			      info) &&
	       log_writer_add(to->writer, ns, &event, &to->names);
}

static bool to_log_loss(void *state, const struct trace_event *event,
			const struct posixtrace_loss *loss)
{
	struct to_log *to = state;
	const struct posix_trace_event_info *info = &event->info;
	int64_t ns, first, resume;

	ns_since_epoch(&info->posix_timestamp, &ns);
	ns_since_epoch(&loss->first, &first);
	ns_since_epoch(&loss->resume, &resume);
	/* The time at which the trace continues, whether or not that event is
	 * selected. */
	return prepare(to, ns, first, 0) && name_type(to, POSIX_TRACE_OVERFLOW) &&
	       log_writer_add_gap(to->writer, resume, info->posix_pid,
				  loss->events, first, resume);
}

static bool to_log_rest(void *state, uint64_t events, bool after_last)
{
	struct to_log *to = state;

	(void)after_last;
	to->n_rest += events;
	return true;
}

static void *to_log_create(const struct convert *convert,
			   const struct open_log *source, struct out *out)
{
	struct to_log *to = calloc(1, sizeof(*to));

	(void)out;
	if (!to) {
		tool_error("%s: out of memory", convert->output);
		return NULL;
	}
	to->convert = convert;
	to->source = source;
	to->names = (struct log_writer_names){ find_name, (void *)source };
	if (!log_writer_head(&to->head, source->trid)) {
		tool_error("%s: cannot be read", source->path);
		goto free_to;
	}
	to->head.attr.compression = (uint32_t)convert->compression;
	if (create_file(to))
		return to;
free_to:
	free(to->path);
	free(to);
	return NULL;
}

static bool to_log_end(void *state)
{
	struct to_log *to = state;

	if ((!to->is_begun && !begin(to, 1, 1)) || !end_file(to, to->n_rest))
		return false;
	if (to->convert->quiet)
		return true;
	if (is_numbered(to))
		tool_note("%s: %" PRIu64 " events in %u files, numbered",
			  to->convert->output, to->n_events, to->n_files);
	else
		tool_note("%s: %" PRIu64 " events", to->convert->output,
			  to->n_events);
	return true;
}

static void to_log_destroy(void *state)
{
	struct to_log *to = state;

	log_writer_destroy(to->writer);
	free(to->path);
	free(to);
}

const struct convert_target convert_log = {
	.name = "log",
	.summary = "another log, of which the events are a part",
	.takes = CONVERT_COMPRESS,
	.copies_data = true,
	.create = to_log_create,
	.sink = {
		.event = to_log_event,
		.loss = to_log_loss,
		.rest = to_log_rest,
		.end = to_log_end,
		.destroy = to_log_destroy,
	},
};
