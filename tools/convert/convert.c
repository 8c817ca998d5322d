/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * posixtrace convert: the events of a log, or some of them, to a target.
 *
 * For --last the log is read twice: first to count.
 */
#include "convert/convert.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "common/logfile.h"
#include "common/tool.h"
#include "convert/output.h"
#include "trace/reader.h"
#include "trace/summary.h"

struct pass {
	const struct convert *convert;
	struct reader *reader;
	struct output *output;
	bool saw_loss;
	bool has_end;			/* of all events, behind those to take */
};

/* BEHIND: there is nothing to take any more, but something to tell. */
enum verdict { PASS_ON, PASS_BEHIND, PASS_OVER, PASS_FAILED };

/* Tell the target of a gap that begins in front of the last event to take. */
static bool tell_loss(const struct pass *pass)
{
	const struct reader *reader = pass->reader;

	return !reader_has_gap(reader) ||
	       output_loss(pass->output, &reader->event, &reader->gap);
}

/* And of what was lost and no gap tells of, if it is behind the last event. */
static bool tell_rest(const struct pass *pass)
{
	bool is_last = pass->reader->losses.was_auto_stopped;
	uint64_t rest = pass->has_end ? reader_rest(pass->reader, is_last) : 0;

	return !rest || output_rest(pass->output, rest, is_last);
}

/*
 * The event is behind the last one to take.  If the stream had stopped by
 * itself, what was lost since is told where the trace goes on, or at its end.
 */
static enum verdict look_behind(const struct pass *pass)
{
	return pass->reader->losses.was_auto_stopped ? PASS_BEHIND : PASS_OVER;
}

static bool hand_over(const struct pass *pass)
{
	const struct trace_event *event = &pass->reader->event;

	/* Who reads arguments by their description goes by the byte order
	 * that it gives; only data that is copied is turned. */
	if (pass->convert->target->copies_data && event->type->arguments)
		arguments_turn(event->type->arguments, pass->reader->log.data,
			       event->len,
			       event->info.posix_truncation_status !=
			       POSIX_TRACE_NOT_TRUNCATED);
	return output_event(pass->output, event);
}

static enum verdict take(struct pass *pass)
{
	struct reader *reader = pass->reader;

	pass->saw_loss |= reader->event.info.posix_event_id ==
			  POSIX_TRACE_OVERFLOW;
	if (!tell_loss(pass))
		return PASS_FAILED;
	if (reader_is_late(reader)) {
		pass->has_end = reader->was_auto_stopped;
		return look_behind(pass);
	}
	switch (reader_place(reader)) {
	case PICK_BEFORE:
		return PASS_ON;
	case PICK_TAKEN:
		return hand_over(pass) ? PASS_ON : PASS_FAILED;
	case PICK_BEHIND:
		break;
	}
	pass->has_end = reader->was_auto_stopped;
	return reader->was_auto_stopped ? look_behind(pass) : PASS_OVER;
}

/* False: it failed, and that has been said. */
static bool run(struct pass *pass)
{
	enum open_log_result result = LOG_EVENT;
	enum verdict verdict = PASS_ON;

	pass->has_end = true;
	while (verdict == PASS_ON || verdict == PASS_BEHIND) {
		result = reader_next(pass->reader);
		if (result != LOG_EVENT)
			break;
		if (verdict == PASS_ON)
			verdict = take(pass);
		else
			verdict = tell_loss(pass) ? look_behind(pass)
						  : PASS_FAILED;
	}
	pass->has_end &= result == LOG_END;
	return result != LOG_FAILED && verdict != PASS_FAILED;
}

static int status_of(const struct pass *pass)
{
	struct posixtrace_usage usage;
	int status;

	if (pass->reader->log.is_damaged)
		return TOOL_DAMAGED;
	if (posixtrace_get_usage(pass->reader->log.trid, &usage) != 0)
		return TOOL_FINE;
	status = summary_status(&usage);
	if (status == TOOL_DAMAGED)
		summary_note_damage(pass->reader->log.path, "converted");
	return status == TOOL_FINE && pass->saw_loss ? TOOL_LOST : status;
}

static int convert_events(struct pass *pass)
{
	struct output output;
	int status = TOOL_FAILURE;

	if (!reader_find_newest(pass->reader) ||
	    !output_open(&output, pass->convert, pass->reader))
		return status;
	pass->output = &output;
	if (run(pass) && tell_rest(pass) && output_end(&output))
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
	int status;

	if (strcmp(convert->output, "-") != 0 &&
	    logfile_is_input(convert->output, convert->path)) {
		tool_error("%s: is the log itself, which would be gone; name "
			   "another file with -o", convert->output);
		return TOOL_FAILURE;
	}
	if (!reader_open(&reader, convert->path, &convert->pick))
		return TOOL_FAILURE;
	progress_begin(&progress, reader.log.path);
	if (!convert->quiet)
		open_log_look_on(&reader.log, &progress,
				 pick_times_read(reader.pick));
	status = convert_events(&pass);
	progress_end(&progress);
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
