/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* posixtrace convert --to log: events into a new log, of any part of a log or
 * dump. */
#include "convert.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "log-writer.h"
#include "log/reader.h"
#include "thread-names.h"
#include "tool.h"

struct to_log {
	const struct convert *convert;
	const struct open_log *source;
	struct thread_names names;
	struct pxt_log_head head;
	struct log_writer *writer;
	bool is_begun;			/* the first event was there */
	struct posixtrace_loss told;	/* the last gap */
	uint64_t n_rest;		/* events lost that no gap tells of */
	bool is_named[PXT_ID_SPACE];
};

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

/* Every type that the trace has. */
static bool add_types(struct to_log *to)
{
	trace_id_t trid = to->source->trid;
	trace_event_id_t id;
	int unavailable = 0;
	bool is_fine = true;

	posix_trace_eventtypelist_rewind(trid);
	while (is_fine && posix_trace_eventtypelist_getnext_id(trid, &id,
			&unavailable) == 0 && !unavailable) {
		char name[TRACE_EVENT_NAME_MAX + 1] = "";

		if (id > 0 && id < PXT_ID_SPACE &&
		    posix_trace_eventid_get_name(trid, id, name) == 0 && *name)
			is_fine = add_type(to, id, name);
	}
	posix_trace_eventtypelist_rewind(trid);
	return is_fine;
}

/* A damaged log has events of types whose names are gone. */
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
	snprintf(name, sizeof(name), "type-%u", id);
	return add_type(to, id, name);
}

/* The gap that an event tells of, if it is another than the last one. */
static bool put_gap(struct to_log *to,
		    const struct posix_trace_event_info *info)
{
	struct posixtrace_loss loss;

	if (posixtrace_get_loss(to->source->trid, &loss) != 0 ||
	    (loss.events == to->told.events &&
	     log_writer_ns(&loss.first) == log_writer_ns(&to->told.first)))
		return true;
	to->told = loss;
	return name_type(to, POSIX_TRACE_OVERFLOW) &&
	       log_writer_add_gap(to->writer,
				  log_writer_ns(&info->posix_timestamp),
				  info->posix_pid, loss.events,
				  log_writer_ns(&loss.first));
}

static bool begin(struct to_log *to, int64_t ns)
{
	to->is_begun = true;
	return log_writer_begin(to->writer, &to->head, ns, ns) &&
	       add_types(to);
}

static bool to_log_event(void *state, const struct format_event *given)
{
	struct to_log *to = state;
	const struct posix_trace_event_info *info = &given->info;
	struct pxt_event event = log_writer_event(given);
	int64_t ns = log_writer_ns(&info->posix_timestamp);

	if (!to->is_begun && !begin(to, ns))
		return false;
	if ((event.id == POSIX_TRACE_OVERFLOW || event.id == POSIX_TRACE_START) &&
	    !put_gap(to, info))
		return false;
	/* Both are made again when the gap is read. */
	if (event.id == POSIX_TRACE_OVERFLOW || event.id == POSIX_TRACE_RESUME)
		return true;
	return name_type(to, event.id) &&
	       log_writer_add(to->writer, ns, &event, &to->names);
}

static bool to_log_loss(void *state, const struct format_event *event)
{
	struct to_log *to = state;
	int64_t ns = log_writer_ns(&event->info.posix_timestamp);

	return (to->is_begun || begin(to, ns)) && put_gap(to, &event->info);
}

static void to_log_rest(void *state, uint64_t events)
{
	struct to_log *to = state;

	to->n_rest += events;
}

/* The head, as far as it is known before the first event. */
static int fill_head(struct to_log *to)
{
	struct pxt_log_head *head = &to->head;
	struct pxt_log_reader *reader;
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
	head->attr.compression = (uint32_t)to->convert->compression;
	head->controller_pid = 0;
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
	to->writer = log_writer_create(convert->output);
	if (to->writer)
		return to;
free_to:
	free(to);
	return NULL;
}

static bool to_log_end(void *state)
{
	struct to_log *to = state;
	const struct log_writer_totals totals = {
		.lost = to->n_rest, .processes = 1, .starts = 1,
	};

	if ((!to->is_begun && !begin(to, 1)) ||
	    !log_writer_end(to->writer, &totals))
		return false;
	if (!to->convert->quiet)
		tool_note("%s: %" PRIu64 " events", to->convert->output,
			  log_writer_events(to->writer));
	return true;
}

static void to_log_destroy(void *state)
{
	struct to_log *to = state;

	log_writer_destroy(to->writer);
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
	.loss = to_log_loss,
	.rest = to_log_rest,
};
