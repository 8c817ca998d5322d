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
#include "trace/losses.h"
#include "trace/summary.h"

struct pass {
	const struct convert *convert;
	struct pick *pick;
	struct open_log *log;
	struct types *types;
	struct output *output;
	struct losses losses;
	bool saw_loss;
	bool has_skipped;		/* what is in front was left unread */
	bool has_end;			/* of all events, behind those to take */
};

/* BEHIND: there is nothing to take any more, but something to tell. */
enum verdict { PASS_ON, PASS_BEHIND, PASS_OVER, PASS_FAILED };

/* Tell the target of a gap that begins in front of the last event to take. */
static bool tell_loss(struct pass *pass, struct trace_event *event)
{
	struct posixtrace_loss loss;

	event->lost = 0;
	if (!losses_find(&pass->losses, pass->log->trid, event, &loss))
		return true;
	event->lost = loss.events;
	if (!pick_has_come(pass->pick) ||
	    pick_is_early(pass->pick, &event->info.posix_timestamp) ||
	    pick_is_late(pass->pick, &loss.first))
		return true;
	return output_loss(pass->output, event, &loss);
}

/* And of what was lost and no gap tells of, if it is behind the last event. */
static bool tell_rest(struct pass *pass)
{
	bool is_last = pass->losses.was_auto_stopped;
	struct posixtrace_usage usage;
	uint64_t lost;

	if (!pass->has_end ||
	    (pass->has_skipped && !is_last) ||
	    posixtrace_get_usage(pass->log->trid, &usage) != 0)
		return true;
	lost = usage.lost + usage.log_lost;
	return lost <= pass->losses.told ||
	       output_rest(pass->output, lost - pass->losses.told, is_last);
}

/*
 * The event is behind the last one to take.  If the stream had stopped by
 * itself, what was lost since is told where the trace goes on, or at its end.
 */
static enum verdict look_behind(const struct pass *pass)
{
	return pass->losses.was_auto_stopped ? PASS_BEHIND : PASS_OVER;
}

static enum verdict take(struct pass *pass, struct trace_event *event)
{
	const struct convert *convert = pass->convert;
	const struct timespec *time = &event->info.posix_timestamp;
	bool was_auto_stopped = pass->losses.was_auto_stopped;

	if (pass->log->n_read == 1) {
		pick_begin(pass->pick, time);
		pass->has_skipped = pick_skip(pass->pick, pass->log->trid,
					      time);
		if (pass->has_skipped)
			return PASS_ON;
	}
	pass->saw_loss |= event->info.posix_event_id == POSIX_TRACE_OVERFLOW;
	event->type = types_find(pass->types, event->info.posix_event_id);
	if (!tell_loss(pass, event))
		return PASS_FAILED;
	/* Time never falls. */
	if (pick_is_late(pass->pick, time)) {
		pass->has_end = was_auto_stopped;
		return look_behind(pass);
	}
	if (!pick_lets(pass->pick, pass->log, event))
		return PASS_ON;
	switch (pick_count(pass->pick)) {
	case PICK_BEFORE:
		return PASS_ON;
	case PICK_TAKEN:
		break;
	case PICK_BEHIND:
		pass->has_end = was_auto_stopped;
		return was_auto_stopped ? look_behind(pass) : PASS_OVER;
	}
	/* Who reads arguments by their description goes by the byte order
	 * that it gives; only data that is copied is turned. */
	if (convert->target->copies_data && event->type->arguments)
		arguments_turn(event->type->arguments, pass->log->data,
			       event->len,
			       event->info.posix_truncation_status !=
			       POSIX_TRACE_NOT_TRUNCATED);
	return output_event(pass->output, event) ? PASS_ON : PASS_FAILED;
}

/* False: it failed, and that has been said. */
static bool run(struct pass *pass)
{
	struct open_log *log = pass->log;
	struct trace_event event = { .data = log->data };
	enum open_log_result result = LOG_EVENT;
	enum verdict verdict = PASS_ON;

	pass->has_end = true;
	while (verdict == PASS_ON || verdict == PASS_BEHIND) {
		result = open_log_next(log, &event.info, &event.len);
		if (result != LOG_EVENT)
			break;
		if (verdict == PASS_ON)
			verdict = take(pass, &event);
		else if (!tell_loss(pass, &event))
			verdict = PASS_FAILED;
		else
			verdict = look_behind(pass);
	}
	pass->has_end &= result == LOG_END;
	return result != LOG_FAILED && verdict != PASS_FAILED;
}

static int status_of(const struct pass *pass)
{
	struct posixtrace_usage usage;
	int status;

	if (pass->log->is_damaged)
		return TOOL_DAMAGED;
	if (posixtrace_get_usage(pass->log->trid, &usage) != 0)
		return TOOL_FINE;
	status = summary_status(&usage);
	if (status == TOOL_DAMAGED)
		tool_note("%s: incomplete, since its writer died or goes on, or "
			  "damaged; all that is there was converted",
			  pass->log->path);
	return status == TOOL_FINE && pass->saw_loss ? TOOL_LOST : status;
}

static int convert_events(struct pass *pass)
{
	struct output output;
	int status = TOOL_FAILURE;

	if (!pick_find_newest(pass->pick, pass->log, pass->types) ||
	    !output_open(&output, pass->convert, pass->log))
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
	struct open_log log;
	struct types types;
	struct progress progress;
	struct pass pass = {
		.convert = convert,
		.pick = &convert->pick,
		.log = &log,
		.types = &types,
	};
	int status;

	if (strcmp(convert->output, "-") != 0 &&
	    logfile_is_input(convert->output, convert->path)) {
		tool_error("%s: is the log itself, which would be gone; name "
			   "another file with -o", convert->output);
		return TOOL_FAILURE;
	}
	if (!open_log(&log, convert->path))
		return TOOL_FAILURE;
	types_init(&types, log.trid, &convert->pick.only, &convert->pick.not);
	progress_begin(&progress, log.path);
	if (!convert->quiet)
		open_log_look_on(&log, &progress, pick_times_read(pass.pick));
	status = convert_events(&pass);
	progress_end(&progress);
	types_fini(&types);
	open_log_close(&log);
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
