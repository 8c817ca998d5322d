/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * posixtrace convert: the events of a log, or some of them, to a target.  For
 * --last the log is read first to count the events, and for a target that has
 * to know what comes, to look ahead.
 */
#include "convert/convert.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "common/logfile.h"
#include "common/tool.h"
#include "convert/output.h"
#include "symbols/function-types.h"
#include "symbols/symbols.h"
#include "trace/reader.h"
#include "trace/summary.h"

struct pass {
	const struct convert *convert;
	struct reader *reader;
	struct output *output;
	struct symbols *symbols;	/* NULL: not asked for */
	struct function_types functions;
	bool saw_overflow;
	bool is_over;			/* the last event to convert was read */
	bool has_end;			/* losses at the end count */
};

/* Report the gap before the event, if it begins in the part to convert. */
static bool report_gap(const struct pass *pass)
{
	const struct reader *reader = pass->reader;

	return !reader_has_gap(reader) ||
	       output_loss(pass->output, &reader->event, &reader->gap);
}

/* Report the events that were lost at the end of the log. */
static bool report_rest(const struct pass *pass)
{
	bool is_last = pass->reader->losses.was_auto_stopped;
	uint64_t rest = pass->has_end ? reader_rest(pass->reader) : 0;

	if (rest)
		reader_begin_at_creation(pass->reader);
	return !rest || output_rest(pass->output, rest, is_last);
}

static bool convert_event(struct pass *pass)
{
	struct trace_event *event = &pass->reader->event;

	if (pass->convert->target->is_viewer) {
		event->type = function_types_find(&pass->functions,
						  &pass->reader->log,
						  pass->convert->root, event);
		if (!event->type)
			return false;
	}
	if (pass->symbols)
		event->symbol = symbols_of_caller(pass->symbols, &event->info);
	/* A target that decodes arguments knows their byte order; one that
	 * copies the data expects that of this machine. */
	if (pass->convert->target->copies_data && event->type->arguments)
		arguments_turn(event->type->arguments, pass->reader->log.data,
			       event->len,
			       event->info.posix_truncation_status !=
			       POSIX_TRACE_NOT_TRUNCATED);
	return output_event(pass->output, event);
}

/* Convert the event, if it is one of those to convert. */
static bool take(struct pass *pass)
{
	struct reader *reader = pass->reader;
	enum pick_place place = reader_is_late(reader) ? PICK_BEHIND :
				reader_place(reader);

	pass->saw_overflow |= reader->event.info.posix_event_id ==
			      POSIX_TRACE_OVERFLOW;
	if (place == PICK_TAKEN)
		return convert_event(pass);
	if (place == PICK_BEHIND) {
		pass->is_over = true;
		pass->has_end = reader->was_auto_stopped;
	}
	return true;
}

/* The stream stopped because it was full, and was not started again. */
static bool is_still_stopped(const struct reader *reader)
{
	return reader->was_auto_stopped && reader->losses.was_auto_stopped;
}

/*
 * Events after the last one to convert are still read while one of them may report a
 * gap that began before: the stream is still stopped, or the part ends by time and a
 * loss was noticed late.
 */
static bool is_done(const struct pass *pass)
{
	const struct reader *reader = pass->reader;

	return pass->is_over && !is_still_stopped(reader) &&
	       (!reader_is_late(reader) || reader->may_skip || reader->has_gap);
}

/* False: a failure, which was reported. */
static bool run(struct pass *pass)
{
	enum open_log_result result;

	pass->has_end = true;
	while ((result = reader_next(pass->reader)) == LOG_EVENT) {
		if (!report_gap(pass) || (!pass->is_over && !take(pass)))
			return false;
		if (pass->is_over)
			pass->has_end &= is_still_stopped(pass->reader);
		if (is_done(pass))
			break;
	}
	pass->has_end &= result == LOG_END;
	return result != LOG_FAILED;
}

static int status_of(const struct pass *pass)
{
	struct summary summary = { 0 };
	int status;

	summary_take(&summary, pass->reader);
	summary_note_damage(&summary, "converted");
	status = summary_status(&summary);
	return status == TOOL_FINE && pass->saw_overflow ? TOOL_LOST : status;
}

static bool looks_ahead(const struct convert *convert)
{
	return convert->target->ahead.event;
}

/* Read all of it once, and go back. */
static bool look_ahead(struct pass *pass)
{
	output_look_ahead(pass->output, true);
	if (!run(pass) || !report_rest(pass) || !output_end(pass->output))
		return false;
	output_look_ahead(pass->output, false);
	pass->saw_overflow = pass->is_over = pass->has_end = false;
	pass->reader->pick->n_let = 0;
	return reader_rewind(pass->reader);
}

static int convert_events(struct pass *pass)
{
	struct output output;
	int status = TOOL_FAILURE;

	if (!reader_find_newest(pass->reader) ||
	    !output_open(&output, pass->convert, pass->reader))
		return status;
	pass->output = &output;
	if ((!looks_ahead(pass->convert) || look_ahead(pass)) && run(pass) &&
	    report_rest(pass) && output_end(&output))
		status = status_of(pass);
	else if (output_has_lost_reader(&output))
		status = TOOL_FINE;
	output_close(&output);
	return status;
}

int convert_run(struct convert *convert)
{
	struct reader reader;
	struct progress progress;
	struct pass pass = { .convert = convert, .reader = &reader };
	unsigned times;
	int status;

	if (strcmp(convert->output, "-") != 0 &&
	    logfile_is_input(convert->output, convert->path)) {
		tool_error("%s: is the log itself, which would be gone; name "
			   "another file with -o", convert->output);
		return TOOL_FAILURE;
	}
	convert->pick.no_own = convert->target->is_viewer &&
			       patterns_are_empty(&convert->pick.only);
	if (convert->target->run)
		return convert->target->run(convert);
	if (convert->symbols && !symbols_are_built("--symbols"))
		return TOOL_FAILURE;
	if (!reader_open(&reader, convert->path, &convert->pick))
		return TOOL_FAILURE;
	if (convert->symbols && !reader.log.is_dump) {
		pass.symbols = symbols_open(reader.log.trid, convert->path,
					    convert->root);
		if (!pass.symbols) {
			reader_close(&reader);
			return TOOL_FAILURE;
		}
		pass.functions.lent = pass.symbols;
	}
	progress_begin(&progress, reader.log.path);
	times = pick_times_read(reader.pick);
	times += times && looks_ahead(convert);
	if (!convert->quiet)
		open_log_show_progress(&reader.log, &progress, times);
	status = convert_events(&pass);
	progress_end(&progress);
	function_types_fini(&pass.functions);
	symbols_close(pass.symbols);
	reader_close(&reader);
	return status;
}

int tool_convert(int argc, char **argv)
{
	struct convert convert;
	int status = TOOL_USAGE;

	if (convert_options(&convert, argc, argv))
		status = convert_run(&convert);
	pick_fini(&convert.pick);
	return status;
}
