/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* posixtrace convert --to csv, --to json: as `report` prints them, in a file. */
#include "convert/convert.h"

#include <inttypes.h>
#include <stdlib.h>

#include "common/outfile.h"
#include "common/tool.h"
#include "report/format.h"

struct to_format {
	const struct convert *convert;
	const struct open_log *log;
	const struct format *format;
	struct outfile file;
	void *state;		/* of the format; NULL before the first event */
	uint64_t n_events;
};

/* The format begins with the time of the first event. */
static bool begin_format(struct to_format *to, const struct timespec *first)
{
	const struct format_options options = {
		.out = &to->file.out,
		.trid = to->log->trid,
		.dump = to->log->dump,
		.log = to->log->path,
		.data_max = to->log->data_max,
		.header = true,
	};

	to->state = to->format->create(&options, first);
	if (!to->state)
		tool_error("%s: out of memory", to->convert->output);
	return to->state;
}

static bool to_format_event(void *state, const struct trace_event *event)
{
	struct to_format *to = state;

	if (!to->state && !begin_format(to, &event->info.posix_timestamp))
		return false;
	to->format->event(to->state, event);
	to->n_events++;
	return outfile_is_fine(&to->file);
}

static bool to_format_end(void *state)
{
	static const struct timespec none;
	struct to_format *to = state;

	if (!to->state && !begin_format(to, &none))
		return false;
	if (!outfile_keep(&to->file))
		return false;
	if (!to->convert->quiet)
		tool_note("%s: %" PRIu64 " events", to->convert->output,
			  to->n_events);
	return true;
}

static void to_format_destroy(void *state)
{
	struct to_format *to = state;

	if (to->state)
		to->format->destroy(to->state);
	outfile_fini(&to->file);
	free(to);
}

static void *begin(const struct convert *convert, const struct open_log *log,
		   const struct format *format)
{
	struct to_format *to = calloc(1, sizeof(*to));

	if (!to) {
		tool_error("%s: out of memory", convert->output);
		return NULL;
	}
	to->convert = convert;
	to->log = log;
	to->format = format;
	if (outfile_create(&to->file, convert->output))
		return to;
	free(to);
	return NULL;
}

static void *begin_csv(const struct convert *convert,
		       const struct open_log *log)
{
	return begin(convert, log, &format_csv);
}

static void *begin_json(const struct convert *convert,
			const struct open_log *log)
{
	return begin(convert, log, &format_json);
}

const struct convert_target convert_csv = {
	.name = "csv",
	.summary = "comma-separated values, a line an event",
	.begin = begin_csv,
	.event = to_format_event,
	.end = to_format_end,
	.destroy = to_format_destroy,
};

const struct convert_target convert_json = {
	.name = "json",
	.summary = "a JSON object a line and event",
	.begin = begin_json,
	.event = to_format_event,
	.end = to_format_end,
	.destroy = to_format_destroy,
};
