/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Reading the events of a trace; see reader.h. */
#include "trace/reader.h"

#include <string.h>

#include "common/tool.h"

static bool begin_reading(struct reader *reader, bool is_open)
{
	const struct pick *pick = reader->pick;

	if (!is_open)
		return false;
	types_init(&reader->types, reader->log.trid, &pick->only, &pick->not);
	reader->event.data = reader->log.data;
	reader->event.trid = reader->log.trid;
	return true;
}

bool reader_open(struct reader *reader, const char *path, struct pick *pick)
{
	*reader = (struct reader){ .pick = pick };
	return begin_reading(reader, open_log(&reader->log, path));
}

bool reader_open_again(struct reader *reader, const struct reader *first,
		       bool renews, struct pick *pick)
{
	*reader = (struct reader){ .pick = pick };
	return begin_reading(reader, open_log_again(&reader->log, &first->log,
						    renews));
}

void reader_close(struct reader *reader)
{
	types_fini(&reader->types);
	open_log_close(&reader->log);
}

bool reader_rewind(struct reader *reader)
{
	int err = open_log_rewind(&reader->log);

	reader->losses = (struct losses){ 0 };
	reader->was_auto_stopped = false;
	reader->has_begun = reader->has_skipped = reader->has_ended = false;
	if (err)
		tool_error("%s: %s", reader->log.path, strerror(err));
	return err == 0;
}

void reader_seek(struct reader *reader, const struct timespec *time)
{
	if (posixtrace_seek(reader->log.trid, time) != 0)
		return;
	reader->has_skipped = true;
	reader->losses = (struct losses){ 0 };
}

static enum open_log_result read_event(struct reader *reader)
{
	return open_log_next(&reader->log, &reader->event.info,
			     &reader->event.len);
}

/* The first event is the origin of the times in the options.  Is it skipped? */
static bool begin(struct reader *reader)
{
	reader->has_begun = true;
	reader->first = reader->event.info.posix_timestamp;
	reader->may_skip = losses_may_skip(reader->log.trid);
	pick_begin(reader->pick, &reader->first);
	if (reader->may_skip && !reader->pick->needs_earlier &&
	    pick_is_early(reader->pick, &reader->first))
		reader_seek(reader, &reader->pick->begin);
	return reader->has_skipped;
}

enum open_log_result reader_next(struct reader *reader)
{
	struct trace_event *event = &reader->event;
	enum open_log_result result = read_event(reader);

	if (result == LOG_EVENT && !reader->has_begun && begin(reader))
		result = read_event(reader);
	reader->has_ended = result == LOG_END;
	if (result != LOG_EVENT)
		return result;
	event->type = types_find(&reader->types, event->info.posix_event_id);
	reader->was_auto_stopped = reader->losses.was_auto_stopped;
	reader->has_gap = losses_find(&reader->losses, reader->log.trid, event,
				      &reader->gap);
	event->lost = reader->has_gap ? reader->gap.events : 0;
	return LOG_EVENT;
}

bool reader_find_newest(struct reader *reader)
{
	struct pick *pick = reader->pick;
	enum open_log_result result = LOG_END;

	if (!pick->newest)
		return true;
	while (!pick_is_over(pick)) {
		result = reader_next(reader);
		if (result != LOG_EVENT || reader_is_late(reader))
			break;
		pick->n_let += reader_is_picked(reader);
	}
	if (result == LOG_FAILED)
		return false;
	pick_set_newest(pick, pick->n_let);
	return reader_rewind(reader);
}

bool reader_begin_at_creation(struct reader *reader)
{
	trace_attr_t attr;

	if (reader->has_begun ||
	    losses_rest(&reader->losses, reader->log.trid) == 0 ||
	    posix_trace_get_attr(reader->log.trid, &attr) != 0)
		return false;
	posix_trace_attr_getcreatetime(&attr, &reader->first);
	posix_trace_attr_destroy(&attr);
	reader->has_begun = true;
	pick_begin(reader->pick, &reader->first);
	return true;
}

uint64_t reader_rest(const struct reader *reader)
{
	/* Events are skipped only if each loss has a gap. */
	if (reader->has_skipped)
		return 0;
	return losses_rest(&reader->losses, reader->log.trid);
}
