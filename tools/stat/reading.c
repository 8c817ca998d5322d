/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The loop over the events of a trace; see reading.h. */
#include "stat/reading.h"

#include "common/nanoseconds.h"
#include "common/tool.h"

/* OVER: all later events are not picked. */
enum verdict { GO_ON, OVER, FAILED };

static enum verdict take_next(struct reader *reader, const struct taker *taker,
			      void *state)
{
	enum pick_place place;
	int64_t ns;

	if (reader_has_gap(reader))
		taker->gap(state, &reader->gap);
	place = reader_is_late(reader) ? PICK_BEHIND : reader_place(reader);
	/* The others have to be read to count the losses. */
	if (place == PICK_BEHIND && reader->may_skip)
		return OVER;
	/* A call may have begun before the first event that is picked. */
	ns = ns_between(&reader->first, &reader->event.info.posix_timestamp);
	if (taker->event(state, &reader->event, ns < 0 ? 0 : (uint64_t)ns,
			 place == PICK_TAKEN))
		return GO_ON;
	tool_error("%s: out of memory", reader->log.path);
	return FAILED;
}

bool reading_take(struct reader *reader, const struct taker *taker, void *state)
{
	enum verdict verdict = GO_ON;
	enum open_log_result result;
	struct progress progress = { 0 };

	if (!taker->is_silent) {
		progress_begin(&progress, reader->log.path);
		open_log_show_progress(&reader->log, &progress,
				       pick_times_read(reader->pick));
	}
	if (!reader_find_newest(reader))
		verdict = FAILED;
	while (verdict == GO_ON) {
		result = reader_next(reader);
		if (result == LOG_EVENT)
			verdict = take_next(reader, taker, state);
		else
			verdict = result == LOG_END ? OVER : FAILED;
	}
	if (!taker->is_silent)
		progress_end(&progress);
	return verdict == OVER;
}
