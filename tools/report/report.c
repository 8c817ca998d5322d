/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * posixtrace report: the events of a log, in the order of time, as lines.  *
 * Memory is bounded: an event is read, printed and discarded.  A loss is
 * printed before the first event after it.
 */
#include "report/report.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "common/nanoseconds.h"
#include "common/tool.h"
#include "report/csv-columns.h"
#include "report/threadx.h"
#include "symbols/symbols.h"
#include "trace/reader.h"
#include "trace/summary.h"

struct reading {
	const struct report *report;
	struct reader reader;
	struct out out;
	void *state;		/* of the format; NULL before the first event */
	struct timespec last;
	uint64_t n_read;
	uint64_t n_shown;
	bool was_auto_stopped;	/* with the last event */
	bool is_behind;		/* the last event to take is in front ... */
	bool was_stopped_then;	/* ... and was an automatic stop */
	struct csv_columns columns;
	struct symbols *symbols;
};

/* The first event was read, and the format can begin. */
static bool begin(struct reading *reading)
{
	const struct report *report = reading->report;
	struct reader *reader = &reading->reader;
	struct format_options options = {
		.out = &reading->out,
		.templates = &report->templates,
		.trid = reader->log.trid,
		.is_dump = reader->log.is_dump,
		.log = report->path,
		.event_width = types_width(&reader->types),
		.data_max = reader->log.data_max,
		.data = report->data,
		.absolute = report->absolute,
		.header = report->header,
		.color = report->color,
	};

	if (report->symbols && !reader->log.is_dump) {
		reading->symbols = symbols_open(reader->log.trid, report->path,
						report->root);
		if (!reading->symbols)
			return false;
		options.symbols = true;
	}
	if (report->columns) {
		if (!csv_columns_find(&reading->columns, reader->log.trid,
				      report->path, report->columns))
			return false;
		reading->columns.has_symbols = options.symbols;
		options.columns = &reading->columns;
	}
	reading->last = reader->first;
	reading->state = report->format->create(&options, &reader->first);
	if (!reading->state)
		tool_error("%s: out of memory", report->path);
	return reading->state;
}

/* After the last event to take nothing is reported, except events lost since, if
 * with that one the stream stopped because it was full. */
static bool is_behind_last(const struct reading *reading)
{
	return reading->is_behind && !(reading->was_stopped_then &&
				       reading->was_auto_stopped);
}

static void show(struct reading *reading)
{
	const struct sink *sink = &reading->report->format->sink;
	struct trace_event *event = &reading->reader.event;
	struct reader *reader = &reading->reader;
	enum pick_place place;

	if (sink->loss && reader_has_gap(reader) && !is_behind_last(reading))
		sink->loss(reading->state, event, &reader->gap);
	place = reader_place(reader);
	if (place == PICK_BEHIND && !reading->is_behind) {
		reading->is_behind = true;
		reading->was_stopped_then = reading->was_auto_stopped;
	}
	if (place != PICK_TAKEN)
		return;
	if (reading->symbols)
		event->symbol = symbols_of_caller(reading->symbols,
						  &event->info);
	/* The line of the loss is that of the OVERFLOW. */
	if (!sink->shows_overflow || !reader->has_gap ||
	    event->info.posix_event_id != POSIX_TRACE_OVERFLOW)
		sink->event(reading->state, event);
	/* The event that reports missing entries is not one of the dump. */
	reading->n_shown += !reader->log.is_dump ||
			    event->info.posix_event_id >=
			    POSIX_TRACE_UNNAMED_USEREVENT;
}

/*
 * Losses that have not been reported: after the last event, if the stream had
 * stopped because it was full and was not started again.
 */
static void show_rest(struct reading *reading)
{
	const struct sink *sink = &reading->report->format->sink;
	struct reader *reader = &reading->reader;
	bool after_last = reading->was_auto_stopped;
	struct posixtrace_loss loss;
	uint64_t rest;

	if ((reader->has_skipped && !after_last) || !reading->state ||
	    !sink->rest || is_behind_last(reading) ||
	    pick_is_late(reader->pick, &reading->last))
		return;
	if (losses_find_end(&reader->losses, reader->log.trid, &loss))
		sink->loss(reading->state, NULL, &loss);
	rest = reader_rest(reader);
	if (rest)
		sink->rest(reading->state, rest, after_last);
}

/* The next event.  One after the last to take is the end if no other has to be
 * read. */
static enum open_log_result next(struct reading *reading)
{
	struct reader *reader = &reading->reader;
	enum open_log_result result = reader_next(reader);

	/* The format begins with the first event, even if that is skipped. */
	if (reader->has_begun && !reading->state && result != LOG_FAILED &&
	    !begin(reading))
		return LOG_FAILED;
	if (result != LOG_EVENT || !reader->may_skip ||
	    !(reader_is_late(reader) || is_behind_last(reading)))
		return result;
	reader->has_skipped = true;
	return LOG_END;
}

/* All events.  False: it failed, which has been reported. */
static bool read_events(struct reading *reading)
{
	struct reader *reader = &reading->reader;
	enum open_log_result result = LOG_FAILED;
	struct progress progress;

	progress_begin(&progress, reader->log.path);
	/* Output on the terminal shows the progress by itself. */
	if (!reading->report->quiet && !isatty(STDOUT_FILENO))
		open_log_show_progress(&reader->log, &progress,
				       pick_times_read(reader->pick));
	if (reader_find_newest(reader)) {
		while ((result = next(reading)) == LOG_EVENT &&
		       !reading->out.error) {
			reading->n_read++;
			reading->last = reader->event.info.posix_timestamp;
			show(reading);
			reading->was_auto_stopped =
				reader->losses.was_auto_stopped;
		}
	}
	progress_end(&progress);
	if (result == LOG_END && reader_begin_at_creation(reader) &&
	    !begin(reading))
		return false;
	return result != LOG_FAILED;
}

static void explain_empty(const struct reading *reading,
			  const struct summary *summary)
{
	const char *path = reading->report->path;
	const char *why = summary && summary->has_stream && !reading->reader.log.has_user_event ?
			  summary_why_empty(&summary->usage) : NULL;

	if (why)
		tool_note("%s: holds no event of the program: %s", path, why);
	else if (reading->n_read == 0 && !reading->reader.has_skipped)
		tool_note("%s: holds no event", path);
	else if (reading->n_shown == 0)
		tool_note("%s: none of its events is what -e, -x, -p, -t, --from, "
			  "--to and --events let through; leave some out", path);
}

/* The size of the buffer was chosen on the target, so there is no advice. */
static void summarize_dump(const struct reading *reading)
{
	const char *path = reading->report->path;
	struct posixtrace_dump dump = { 0 };

	posixtrace_get_dump(reading->reader.log.trid, &dump);
	tool_note("%" PRIu64 " events, %" PRIu64 " ticks; %s", reading->n_shown,
		  dump.span, dump.is_wrapped ?
		  "older ones were overwritten on the target" :
		  "none was overwritten on the target");
	if (dump.missing)
		tool_note("%s: cut off: %" PRIu64 " %s missing at least; all "
			  "that is there was read", path, dump.missing,
			  dump.missing == 1 ? "entry is" : "entries are");
	else if (dump.is_cut)
		tool_note("%s: cut off where the next event would stand; "
			  "older ones may be missing", path);
	else
		explain_empty(reading, NULL);
}

static void sum_up(const struct reading *reading, struct summary *summary)
{
	if (reading->reader.log.is_dump) {
		summarize_dump(reading);
		return;
	}
	summary->shown = reading->n_shown;
	summary->span_ns = ns_between(&reading->reader.first, &reading->last);
	summary_print(summary);
	explain_empty(reading, summary);
	summary_note_full(summary);
	summary_note_damage(summary, "read");
}

/* The summary, and the exit status. */
static int finish(struct reading *reading, bool is_read)
{
	struct summary summary = { 0 };

	if (is_read)
		show_rest(reading);
	summary_take(&summary, &reading->reader);
	out_flush(&reading->out);
	/* The reader of the pipe has closed it. */
	if (reading->out.error == EPIPE)
		return TOOL_FINE;
	if (reading->out.error) {
		tool_incomplete("standard output", reading->out.error, "listing");
		return TOOL_FAILURE;
	}
	if (!is_read)
		return TOOL_FAILURE;
	if (!reading->report->quiet)
		sum_up(reading, &summary);
	return summary_status(&summary);
}

static int report_log(struct report *report)
{
	struct reading reading = { .report = report };
	int status = TOOL_FAILURE;

	if (!reader_open(&reading.reader, report->path, &report->pick))
		return TOOL_FAILURE;
	if (reading.reader.log.is_dump && report->format == &format_text)
		report->format = &format_threadx;
	if (out_init(&reading.out, STDOUT_FILENO) != 0) {
		tool_error("%s: out of memory", report->path);
		goto close_reader;
	}
	status = finish(&reading, read_events(&reading));
	if (reading.state)
		report->format->sink.destroy(reading.state);
	symbols_close(reading.symbols);
	out_fini(&reading.out);
close_reader:
	reader_close(&reading.reader);
	return status;
}

/* By templates: the installed ones, overridden by those of the options. */
static int report_by_template(struct report *report)
{
	const struct patterns *files = &report->template_files;
	int status = TOOL_FAILURE;
	bool done;

	if (!templates_init(&report->templates))
		return TOOL_FAILURE;
	done = templates_load_shipped(&report->templates);
	for (size_t i = 0; i < files->n; i++)
		done = templates_load(&report->templates, files->globs[i]) &&
		       done;
	/* Report errors of events, but no warnings about templates. */
	report->templates.warns = true;
	if (done)
		status = report_log(report);
	templates_fini(&report->templates);
	return status;
}

int tool_report(int argc, char **argv)
{
	struct report report;
	int status;

	if (!report_options(&report, argc, argv))
		status = TOOL_USAGE;
	else if (report.symbols && !symbols_are_built("--symbols"))
		status = TOOL_FAILURE;
	else
		status = patterns_are_empty(&report.template_files)
			? report_log(&report) : report_by_template(&report);
	patterns_fini(&report.template_files);
	pick_fini(&report.pick);
	return status;
}
