/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * posixtrace report: every event of a log, in the order of time, as lines.
 *
 * Memory is bounded: an event is read, printed and forgotten.  A loss is
 * printed in front of the first event after it.
 */
#include "report/report.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "common/nanoseconds.h"
#include "common/tool.h"
#include "report/threadx.h"
#include "trace/losses.h"
#include "trace/open-log.h"
#include "trace/summary.h"

struct reading {
	const struct report *report;
	struct pick *pick;
	struct open_log log;
	struct out out;
	struct types types;
	void *state;		/* of the format; NULL before the first event */
	struct losses losses;
	struct timespec first;
	struct timespec last;
	uint64_t n_read;
	uint64_t n_shown;
	bool may_skip;		/* what is out of time need not be read ... */
	bool has_skipped;	/* ... and was not */
	bool is_behind;		/* the last event to take is in front */
};

/* The first event is there: now the format can begin. */
static bool begin(struct reading *reading, const struct timespec *first)
{
	const struct report *report = reading->report;
	struct format_options options = {
		.out = &reading->out,
		.templates = &report->templates,
		.trid = reading->log.trid,
		.dump = reading->log.dump,
		.log = report->path,
		.event_width = types_width(&reading->types),
		.data_max = reading->log.data_max,
		.data = report->data,
		.absolute = report->absolute,
		.header = report->header,
		.color = report->color,
	};

	reading->first = reading->last = *first;
	pick_begin(reading->pick, first);
	reading->state = report->format->create(&options, first);
	if (!reading->state)
		tool_error("%s: out of memory", report->path);
	return reading->state;
}

/* Behind the last event to take nothing is told, but what was lost since the
 * stream had stopped by itself. */
static bool is_behind_last(const struct reading *reading)
{
	return reading->is_behind && !reading->losses.was_auto_stopped;
}

/* Is the event one to show? */
static bool is_taken(struct reading *reading, const struct trace_event *event)
{
	enum pick_place place;

	if (!pick_lets(reading->pick, &reading->log, event))
		return false;
	place = pick_count(reading->pick);
	reading->is_behind |= place == PICK_BEHIND;
	return place == PICK_TAKEN;
}

static void show(struct reading *reading, struct trace_event *event)
{
	const struct sink *sink = &reading->report->format->sink;
	const struct timespec *time = &event->info.posix_timestamp;
	trace_event_id_t id = event->info.posix_event_id;
	struct posixtrace_loss loss;
	bool is_behind = is_behind_last(reading);
	bool stands_for_it = false;

	event->lost = 0;
	if (losses_find(&reading->losses, reading->log.trid, event, &loss)) {
		event->lost = loss.events;
		/* A gap is where it begins, wherever it is told. */
		if (sink->loss &&
		    !pick_is_early(reading->pick, time) &&
		    !pick_is_late(reading->pick, &loss.first) &&
		    pick_has_come(reading->pick) && !is_behind)
			sink->loss(reading->state, event, &loss);
		/* The line of the loss is that of the OVERFLOW. */
		stands_for_it = sink->shows_overflow &&
				id == POSIX_TRACE_OVERFLOW;
	}
	if (!is_taken(reading, event))
		return;
	if (!stands_for_it)
		sink->event(reading->state, event);
	reading->n_shown++;
}

/*
 * What was lost and has not been told: after the last event, if the stream
 * had stopped because it was full and never went on.
 */
static void show_rest(struct reading *reading,
		      const struct posixtrace_usage *usage)
{
	const struct sink *sink = &reading->report->format->sink;
	uint64_t lost = usage->lost + usage->log_lost;
	struct posixtrace_loss loss;

	/* Of a log nothing was lost from before, only what ends it is new. */
	if (reading->has_skipped && !reading->losses.was_auto_stopped)
		return;
	if (!reading->state || !sink->rest ||
	    is_behind_last(reading) ||
	    pick_is_late(reading->pick, &reading->last))
		return;
	if (losses_find_last(&reading->losses, reading->log.trid, &loss))
		sink->loss(reading->state, NULL, &loss);
	if (lost > reading->losses.told)
		sink->rest(reading->state, lost - reading->losses.told,
			   reading->losses.was_auto_stopped);
}

/* Go on at --from, if that is behind the first event. */
static bool skip_to_from(struct reading *reading)
{
	reading->may_skip = losses_may_skip(reading->log.trid);
	reading->has_skipped = pick_skip(reading->pick, reading->log.trid,
					 &reading->first);
	return reading->has_skipped;
}

/* Time never falls. */
static bool is_over(struct reading *reading, const struct timespec *time)
{
	if (!reading->may_skip ||
	    !(pick_is_late(reading->pick, time) || is_behind_last(reading)))
		return false;
	return reading->has_skipped = true;
}

/* All events.  False: it failed, and that has been said. */
static bool read_events(struct reading *reading)
{
	struct trace_event event = { .data = reading->log.data };
	enum open_log_result result;
	struct progress progress;

	progress_begin(&progress, reading->log.path);
	/* What is listed on the terminal shows by itself how far it is. */
	if (!reading->report->quiet && !isatty(STDOUT_FILENO))
		open_log_look_on(&reading->log, &progress,
				 pick_times_read(reading->pick));
	if (!pick_find_newest(reading->pick, &reading->log, &reading->types)) {
		progress_end(&progress);
		return false;
	}
	for (;;) {
		result = open_log_next(&reading->log, &event.info, &event.len);
		if (result != LOG_EVENT || reading->out.error)
			break;
		if (!reading->state) {
			if (!begin(reading, &event.info.posix_timestamp)) {
				result = LOG_FAILED;
				break;
			}
			if (skip_to_from(reading))
				continue;
		}
		if (is_over(reading, &event.info.posix_timestamp))
			break;
		reading->n_read++;
		reading->last = event.info.posix_timestamp;
		event.type = types_find(&reading->types,
					event.info.posix_event_id);
		show(reading, &event);
	}
	progress_end(&progress);
	return result != LOG_FAILED;
}

static void explain_empty(const struct reading *reading,
			  const struct posixtrace_usage *usage)
{
	const char *path = reading->report->path;
	bool has_stream = open_log_has_stream(&reading->log);
	const char *why = usage && has_stream ? summary_why_empty(usage) : NULL;

	if (why)
		tool_note("%s: holds no event of the program: %s", path, why);
	else if (reading->n_read == 0 && !reading->has_skipped)
		tool_note("%s: holds no event", path);
	else if (reading->n_shown == 0)
		tool_note("%s: none of its events is what -e, -x, -p, -t, --from, "
			  "--to and --events let through; leave some out", path);
}

/* The size of the buffer was chosen on the target: no advice on that. */
static void summarize_dump(const struct reading *reading)
{
	const struct pxt_dump_summary *summary =
		pxt_dump_get_summary(reading->log.dump);
	const char *path = reading->report->path;

	tool_note("%" PRIu64 " events, %" PRIu64 " ticks; %s", reading->n_shown,
		  summary->span, summary->is_wrapped ?
		  "older ones were overwritten on the target" :
		  "none was overwritten on the target");
	if (summary->missing)
		tool_note("%s: cut off: %" PRIu64 " %s missing at least; all "
			  "that is there was read", path, summary->missing,
			  summary->missing == 1 ? "entry is" : "entries are");
	else if (summary->ends_at_current)
		tool_note("%s: cut off where the next event would stand; "
			  "older ones may be missing", path);
	else
		explain_empty(reading, NULL);
}

/* What came of it, and the exit status. */
static int finish(struct reading *reading, bool is_read)
{
	struct posixtrace_usage usage;
	bool has_usage = posixtrace_get_usage(reading->log.trid, &usage) == 0;
	struct summary summary = {
		.log = reading->report->path,
		.usage = has_usage ? &usage : NULL,
		.has_stream = open_log_has_stream(&reading->log),
		.events = reading->n_read,
		.shown = reading->n_shown,
		.span_ns = ns_between(&reading->first, &reading->last),
		.has_limit = summary_has_limit(reading->log.trid),
		.is_packed = summary_is_packed(reading->log.trid),
	};

	if (is_read && has_usage) {
		show_rest(reading, &usage);
		if (!reading->has_skipped)
			summary_correct(&usage, reading->n_read,
					reading->losses.told);
		summary.events = usage.events;
	}
	out_flush(&reading->out);
	/* Whoever was reading has seen enough. */
	if (reading->out.error == EPIPE)
		return TOOL_FINE;
	if (reading->out.error) {
		tool_error("standard output: %s; the listing is not complete",
			   strerror(reading->out.error));
		return TOOL_FAILURE;
	}
	if (!is_read)
		return TOOL_FAILURE;
	if (!reading->report->quiet && reading->log.dump) {
		summarize_dump(reading);
	} else if (!reading->report->quiet) {
		summary_print(&summary);
		explain_empty(reading, summary.usage);
		if (has_usage && !usage.complete)
			tool_note("%s: incomplete, since its writer died or "
				  "goes on, or damaged; all that is there was "
				  "read", summary.log);
	}
	if (reading->log.is_damaged)
		return TOOL_DAMAGED;
	return has_usage ? summary_status(&usage) : TOOL_FINE;
}

static int report_log(struct report *report)
{
	struct reading reading = { .report = report, .pick = &report->pick };
	int status = TOOL_FAILURE;

	if (!open_log(&reading.log, report->path))
		return TOOL_FAILURE;
	if (reading.log.dump && report->format == &format_text)
		report->format = &format_threadx;
	if (out_init(&reading.out, STDOUT_FILENO) != 0) {
		tool_error("%s: out of memory", report->path);
		goto close_log;
	}
	types_init(&reading.types, reading.log.trid, &report->pick.only,
		   &report->pick.not);
	status = finish(&reading, read_events(&reading));
	if (reading.state)
		report->format->sink.destroy(reading.state);
	types_fini(&reading.types);
	out_fini(&reading.out);
close_log:
	open_log_close(&reading.log);
	return status;
}

/* By templates: the shipped ones, and over them those that were named. */
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
	/* What goes wrong with an event is told, not what might go wrong. */
	report->templates.warns = true;
	if (done)
		status = report_log(report);
	templates_fini(&report->templates);
	return status;
}

int tool_report(int argc, char **argv)
{
	struct report report;
	int status = TOOL_USAGE;

	if (report_options(&report, argc, argv))
		status = patterns_are_empty(&report.template_files)
			? report_log(&report) : report_by_template(&report);
	patterns_fini(&report.template_files);
	pick_fini(&report.pick);
	return status;
}
