/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The report by templates, as a format of `posixtrace report --template`:
 * events are selected as for the other formats and printed as by trcrpt.
 */
#include <stdlib.h>

#include "common/nanoseconds.h"
#include "common/tool.h"
#include "report/format.h"
#include "report/line.h"
#include "trcrpt/columns.h"
#include "trcrpt/heading.h"
#include "trcrpt/hooks.h"
#include "trcrpt/printer.h"
#include "trcrpt/programs.h"
#include "trcrpt/templates.h"

struct templated {
	struct columns columns;
	struct hooks hooks;
	struct hooks_log types;
	struct programs programs;
	struct printer printer;
	struct out *out;
	char stream[TRACE_NAME_MAX + 1];
	struct timespec origin;
	struct timespec before;
	bool has_before;
	bool has_stopped;	/* a template has ended the report */
};

static void templated_destroy(void *state)
{
	struct templated *templated = state;

	printer_fini(&templated->printer);
	programs_fini(&templated->programs);
	hooks_log_fini(&templated->types);
	hooks_fini(&templated->hooks);
	free(templated);
}

static void *templated_create(const struct format_options *options,
			      const struct timespec *origin)
{
	const struct columns_options columns = COLUMNS_DEFAULT;
	struct templated *templated = calloc(1, sizeof(*templated));
	trace_attr_t attr;

	if (!templated)
		return NULL;
	if (posix_trace_get_attr(options->trid, &attr) == 0) {
		posix_trace_attr_getname(&attr, templated->stream);
		posix_trace_attr_destroy(&attr);
	}
	templated->out = options->out;
	templated->origin = *origin;
	programs_init(&templated->programs);
	if (!hooks_init(&templated->hooks, options->templates->set) ||
	    !hooks_take(&templated->hooks, &templated->types, options->trid) ||
	    !printer_init(&templated->printer, options->templates->set,
			  &templated->programs, options->log,
			  templated->stream)) {
		templated_destroy(templated);
		return NULL;
	}
	columns_init(&templated->columns, &columns, options->out,
		     options->header);
	if (options->header)
		heading_put(options->out, options->log, options->trid);
	columns_heading(&templated->columns);
	return templated;
}

static bool templated_event(void *state, const struct trace_event *event)
{
	struct templated *templated = state;
	const struct posix_trace_event_info *info = &event->info;
	struct printer_event what = {
		.info = info, .data = event->data, .len = event->len,
		.type = hooks_find(&templated->hooks, &templated->types,
				   info->posix_event_id),
		.arguments = hooks_arguments(&templated->types,
					     info->posix_event_id),
		.is_big_endian = templated->types.is_big_endian,
		.line = templated->columns.n_lines + 1,
	};
	struct columns_event columns = {
		.pid = info->posix_pid, .tid = info->posix_tid, .cpu = -1,
	};
	enum printer_outcome outcome = PRINTER_FAILED;
	struct posixtrace_context context;
	const char *text;
	size_t len;

	if (templated->has_stopped)
		return true;
	if (info->posix_event_id == POSIX_TRACE_START)
		programs_begin(&templated->programs, info->posix_pid,
			       templated->stream);
	if (posixtrace_get_context(templated->types.trid, &context) == 0)
		what.context = &context;
	if (what.type)
		outcome = printer_text(&templated->printer, &what, &text, &len);
	else
		tool_error("event %u: out of memory", info->posix_event_id);
	if (outcome == PRINTER_FAILED)
		exit(TOOL_FAILURE);
	templated->has_stopped = outcome == PRINTER_STOP;
	programs_learn(&templated->programs, info, event->data, event->len);
	if (outcome == PRINTER_SKIP)
		return true;
	columns.hook = what.type->hook;
	columns.elapsed_ns = ns_between(&templated->origin,
					&info->posix_timestamp);
	if (templated->has_before)
		columns.delta_ns = ns_between(&templated->before,
					      &info->posix_timestamp);
	columns_event(&templated->columns, &columns, text, len);
	templated->before = info->posix_timestamp;
	templated->has_before = true;
	return out_is_fine(templated->out);
}

/* A loss has no hook; its line is in the text area. */
static bool put_loss(struct templated *templated, uint64_t events)
{
	size_t width = templated->columns.width;
	char *p = out_room(templated->out, width + 80);

	memset(p, ' ', width);
	p = put_lost(p + width, events, NULL);
	*p++ = '\n';
	out_done(templated->out, p);
	return out_is_fine(templated->out);
}

static bool templated_loss(void *state, const struct trace_event *event,
		     const struct posixtrace_loss *loss)
{
	(void)event;
	return put_loss(state, loss->events);
}

static bool templated_rest(void *state, uint64_t events, bool after_last)
{
	(void)after_last;
	return put_loss(state, events);
}

const struct format format_template = {
	.create = templated_create,
	.sink = {
		.shows_overflow = true,
		.event = templated_event,
		.loss = templated_loss,
		.rest = templated_rest,
		.destroy = templated_destroy,
	},
};
