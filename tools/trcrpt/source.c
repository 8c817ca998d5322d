/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The logs of a report, as one sequence of events in the order of time. */
#include "source.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "common/nanoseconds.h"
#include "common/tool.h"
#include "trace/summary.h"

/* What the attributes say of a log that is open. */
static void read_attributes(struct source_log *log)
{
	trace_attr_t attr;
	int inherited = POSIX_TRACE_INHERITED;

	if (posix_trace_get_attr(log->reader.log.trid, &attr) == 0) {
		posix_trace_attr_getname(&attr, log->stream);
		posix_trace_attr_getcreatetime(&attr, &log->created);
		posix_trace_attr_getinherited(&attr, &inherited);
		posix_trace_attr_destroy(&attr);
	}
	log->has_children = inherited == POSIX_TRACE_INHERITED;
	log->event.data = log->reader.log.data;
}

/* Read the log's next event ahead. */
static bool read_ahead(struct source *source, struct source_log *log)
{
	struct source_event *event = &log->event;
	enum open_log_result result = reader_next(&log->reader);

	log->has_event = result == LOG_EVENT;
	if (!log->has_event)
		return result == LOG_END;
	event->info = log->reader.event.info;
	event->len = log->reader.event.len;
	event->has_context = posixtrace_get_context(log->reader.log.trid,
						    &event->context) == 0;
	event->type = hooks_find(source->hooks, &log->types,
				 event->info.posix_event_id);
	event->is_big_endian = log->types.is_big_endian;
	event->arguments = hooks_arguments(&log->types,
					   event->info.posix_event_id);
	if (!event->type)
		tool_error("%s: out of memory", log->reader.log.path);
	return event->type;
}

static int64_t time_of(const struct source_log *log)
{
	int64_t ns;

	ns_since_epoch(&log->event.info.posix_timestamp, &ns);
	return ns;
}

static bool open_one(struct source *source, struct source_log *log,
		     const char *path, bool verbose)
{
	if (verbose)
		tool_note("%s: opened", path);
	if (!reader_open(&log->reader, path, &source->everything))
		return false;
	read_attributes(log);
	if (hooks_take(source->hooks, &log->types, log->reader.log.trid))
		return true;
	tool_error("%s: out of memory", path);
	hooks_log_fini(&log->types);
	reader_close(&log->reader);
	return false;
}

void source_close(struct source *source)
{
	for (size_t i = 0; i < source->n; i++) {
		hooks_log_fini(&source->logs[i].types);
		reader_close(&source->logs[i].reader);
	}
	order_fini(&source->order);
	free(source->logs);
}

bool source_open(struct source *source, const char *const *paths, size_t n,
		 struct hooks *hooks, bool verbose)
{
	*source = (struct source){ .hooks = hooks };
	source->logs = calloc(n, sizeof(*source->logs));
	if (!order_init(&source->order, n) || !source->logs) {
		tool_error("%zu logs: out of memory", n);
		goto close_all;
	}
	for (; source->n < n; source->n++) {
		if (!open_one(source, &source->logs[source->n],
			      paths[source->n], verbose))
			goto close_all;
	}
	/* Only now all event types are known, and have their hooks. */
	for (size_t i = 0; i < n; i++) {
		if (!read_ahead(source, &source->logs[i]))
			goto close_all;
		if (source->logs[i].has_event)
			order_add(&source->order, i, time_of(&source->logs[i]));
	}
	return true;

close_all:
	source_close(source);
	return false;
}

/* An OVERFLOW says how many were lost, if the log knows it. */
static void note_loss(struct source_log *log)
{
	const struct posixtrace_loss *gap = &log->reader.gap;
	struct source_event *event = &log->event;

	if (!log->reader.has_gap ||
	    event->info.posix_event_id != POSIX_TRACE_OVERFLOW || event->len)
		return;
	memcpy(event->data, &gap->events, sizeof(gap->events));
	event->len = sizeof(gap->events);
}

/* The log whose event was taken last has another one, or none any more. */
static bool go_on(struct source *source)
{
	struct source_log *last = source->last;

	if (!read_ahead(source, last))
		return false;
	if (last->has_event)
		order_advance(&source->order, time_of(last));
	else
		order_drop(&source->order);
	return true;
}

struct source_event *source_next(struct source *source)
{
	const struct order *order = &source->order;
	struct source_log *first;

	if (source->last && !go_on(source)) {
		source->failed = true;
		return NULL;
	}
	first = order->n ? &source->logs[order->heap[0].log] : NULL;
	source->last = first;
	if (!first)
		return NULL;
	note_loss(first);
	return &first->event;
}

static void explain_empty(const struct source_log *log,
			  const struct summary *summary)
{
	const char *why = summary->has_usage && !log->reader.log.has_user_event ?
			  summary_why_empty(&summary->usage) : NULL;

	if (why)
		tool_note("%s: holds no event of the program: %s",
			  log->reader.log.path, why);
	else if (log->reader.log.n_read == 0)
		tool_note("%s: holds no event", log->reader.log.path);
}

static int log_status(const struct source_log *log)
{
	struct summary summary = { 0 };
	uint64_t lost;

	summary_take(&summary, &log->reader);
	lost = summary.usage.lost + summary.usage.log_lost;
	explain_empty(log, &summary);
	if (lost)
		tool_note("%s: %" PRIu64 " events were lost", log->reader.log.path,
			  lost);
	summary_note_full(&summary);
	summary_note_damage(&summary, "read");
	return summary_status(&summary);
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
