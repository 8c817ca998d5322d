/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The logs of a report, as one sequence of events in the order of time. */
#include "source.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "summary.h"
#include "tool.h"

enum {
	DATA_LEAST = 64 << 10,
	DATA_MOST = 16 << 20,	/* a log that says more is not believed */
};

/* What the attributes say, and room for the data of any event. */
static bool prepare(struct source_log *log)
{
	trace_attr_t attr;
	int inherited = POSIX_TRACE_INHERITED;
	size_t size = 0;

	if (posix_trace_get_attr(log->trid, &attr) == 0) {
		posix_trace_attr_getmaxdatasize(&attr, &size);
		posix_trace_attr_getname(&attr, log->stream);
		posix_trace_attr_getcreatetime(&attr, &log->created);
		posix_trace_attr_getinherited(&attr, &inherited);
		posix_trace_attr_destroy(&attr);
	}
	if (size < DATA_LEAST)
		size = DATA_LEAST;
	if (size > DATA_MOST)
		size = DATA_MOST;
	log->data_max = size;
	log->has_children = inherited == POSIX_TRACE_INHERITED;
	log->event.data = malloc(size);
	return log->event.data;
}

/* Read the log's next event ahead. */
static bool read_ahead(struct source *source, struct source_log *log)
{
	struct source_event *event = &log->event;
	int unavailable = 0;
	int err;

	do {
		err = posix_trace_getnext_event(log->trid, &event->info,
						event->data, log->data_max,
						&event->len, &unavailable);
	} while (err == EINTR);
	log->has_event = !err && !unavailable;
	if (err) {
		tool_error("%s: %s after %" PRIu64 " events", log->path,
			   strerror(err), log->n_read);
		return false;
	}
	if (!log->has_event)
		return true;
	log->n_read++;
	event->has_context = posixtrace_get_context(log->trid,
						    &event->context) == 0;
	event->type = hooks_find(source->hooks, &log->types,
				 event->info.posix_event_id);
	event->is_big_endian = log->types.is_big_endian;
	event->arguments = hooks_arguments(&log->types,
					   event->info.posix_event_id);
	if (!event->type)
		tool_error("%s: out of memory", log->path);
	return event->type;
}

static bool open_log(struct source *source, struct source_log *log,
		     const char *path, bool verbose)
{
	int err;

	log->path = path;
	if (verbose)
		tool_note("%s: opened", path);
	if (!input_open(&log->input, path))
		return false;
	err = posix_trace_open(log->input.fd, &log->trid);
	if (err) {
		input_refuse(&log->input, err);
		goto close_input;
	}
	if (!prepare(log) ||
	    !hooks_take(source->hooks, &log->types, log->trid)) {
		tool_error("%s: out of memory", path);
		goto close_trace;
	}
	return true;

close_trace:
	hooks_log_fini(&log->types);
	free(log->event.data);
	posix_trace_close(log->trid);
close_input:
	input_close(&log->input);
	return false;
}

void source_close(struct source *source)
{
	for (size_t i = 0; i < source->n; i++) {
		struct source_log *log = &source->logs[i];

		hooks_log_fini(&log->types);
		free(log->event.data);
		posix_trace_close(log->trid);
		input_close(&log->input);
	}
	free(source->logs);
}

bool source_open(struct source *source, const char *const *paths, size_t n,
		 struct hooks *hooks, bool verbose)
{
	*source = (struct source){ .hooks = hooks };
	source->logs = calloc(n, sizeof(*source->logs));
	if (!source->logs) {
		tool_error("%zu logs: out of memory", n);
		return false;
	}
	for (; source->n < n; source->n++) {
		if (!open_log(source, &source->logs[source->n],
			      paths[source->n], verbose))
			goto close_all;
	}
	/* Only now all event types are known, and have their hooks. */
	for (size_t i = 0; i < n; i++) {
		if (!read_ahead(source, &source->logs[i]))
			goto close_all;
	}
	return true;

close_all:
	source_close(source);
	return false;
}

static bool is_before(const struct source_log *a, const struct source_log *b)
{
	const struct timespec *x = &a->event.info.posix_timestamp;
	const struct timespec *y = &b->event.info.posix_timestamp;

	return x->tv_sec < y->tv_sec ||
	       (x->tv_sec == y->tv_sec && x->tv_nsec < y->tv_nsec);
}

/*
 * A loss is told once: by the OVERFLOW, or by the START after an automatic
 * stop, unless an OVERFLOW has told of it before.
 */
static void note_loss(struct source_log *log)
{
	struct source_event *event = &log->event;
	trace_event_id_t id = event->info.posix_event_id;
	struct posixtrace_loss loss;
	int stop_auto = 0;

	if (id == POSIX_TRACE_STOP) {
		if (event->len == sizeof(stop_auto))
			memcpy(&stop_auto, event->data, sizeof(stop_auto));
		log->was_auto_stopped = stop_auto != 0;
		return;
	}
	if (id != POSIX_TRACE_OVERFLOW &&
	    (id != POSIX_TRACE_START || !log->was_auto_stopped))
		return;
	log->was_auto_stopped = false;
	if (posixtrace_get_loss(log->trid, &loss) != 0)
		return;
	log->n_told += loss.events;
	if (id == POSIX_TRACE_OVERFLOW && event->len == 0) {
		memcpy(event->data, &loss.events, sizeof(loss.events));
		event->len = sizeof(loss.events);
	}
}

struct source_event *source_next(struct source *source)
{
	struct source_log *first = NULL;

	if (source->last && !read_ahead(source, source->last)) {
		source->failed = true;
		return NULL;
	}
	for (size_t i = 0; i < source->n; i++) {
		struct source_log *log = &source->logs[i];

		if (log->has_event && (!first || is_before(log, first)))
			first = log;
	}
	source->last = first;
	if (!first)
		return NULL;
	if (first->event.info.posix_event_id < POSIX_TRACE_UNNAMED_USEREVENT)
		note_loss(first);
	return &first->event;
}

static void explain_empty(const struct source_log *log,
			  const struct posixtrace_usage *usage)
{
	const char *why = usage ? summary_why_empty(usage) : NULL;

	if (why)
		tool_note("%s: holds no event of the program: %s", log->path,
			  why);
	else if (log->n_read == 0)
		tool_note("%s: holds no event", log->path);
}

static int log_status(const struct source_log *log)
{
	struct posixtrace_usage usage;
	uint64_t lost;

	if (posixtrace_get_usage(log->trid, &usage) != 0) {
		explain_empty(log, NULL);
		return TOOL_FINE;
	}
	summary_correct(&usage, log->n_read, log->n_told);
	lost = usage.lost + usage.log_lost;
	explain_empty(log, &usage);
	if (lost)
		tool_note("%s: %" PRIu64 " events were lost", log->path, lost);
	if (!usage.complete)
		tool_note("%s: incomplete, since its writer died or goes on, or "
			  "damaged; all that is there was read", log->path);
	return summary_status(&usage);
}

int source_status(const struct source *source)
{
	int worst = TOOL_FINE;

	for (size_t i = 0; i < source->n; i++) {
		int status = log_status(&source->logs[i]);

		if (status > worst)
			worst = status;
	}
	return worst;
}
