/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The common reader of all commands: opens a trace, skips events before --from
 * if nothing is missing there, and returns each event with its type and with
 * the gap before it, and the losses after the last one.
 */
#ifndef POSIXTRACE_TOOLS_TRACE_READER_H
#define POSIXTRACE_TOOLS_TRACE_READER_H

#include "trace/losses.h"
#include "trace/open-log.h"
#include "trace/pick.h"
#include "trace/types.h"

struct reader {
	struct open_log log;
	struct types types;
	struct pick *pick;		/* not ours */
	struct trace_event event;	/* the one read last */
	struct posixtrace_loss gap;	/* which it reports or ends ... */
	bool has_gap;			/* ... if there is one */
	/* Before the event the stream had stopped because it was full: events
	 * lost since then are reported when it runs again, or at the end. */
	bool was_auto_stopped;
	bool has_begun;			/* an event was read */
	struct timespec first;		/* its time, also if it was skipped */
	bool may_skip;			/* events need not be read to count losses */
	bool has_skipped;		/* some were not */
	bool has_ended;			/* there is no event any more */
	struct losses losses;		/* in what was read */
};

/*
 * `pick` selects events; all zero: all of them.  It remains the caller's, and
 * only the times that depend on the first event are set.  Reports a failure
 * and returns false.
 */
bool reader_open(struct reader *reader, const char *path, struct pick *pick);
/* The same events once more, by itself; or, if it renews, those that the trace has by
 * now. */
bool reader_open_again(struct reader *reader, const struct reader *first,
		       bool renews, struct pick *pick);
void reader_close(struct reader *reader);

/* Read from the first event again, as if nothing had been read.  Reports a
 * failure and returns false. */
bool reader_rewind(struct reader *reader);

/*
 * For --last: read all of the trace, of which nothing was read, to find the
 * last events, and rewind it.  False: a failure, which was reported.
 */
bool reader_find_newest(struct reader *reader);

/*
 * Read the next event, selected or not.  If its time is before --from and
 * nothing is missing in the trace, reading continues at --from, unless earlier
 * events are needed.  Failures are
 * reported.
 */
enum open_log_result reader_next(struct reader *reader);

/* Continue at this time.  Gaps before it are not reported, and those that were
 * reported do not count any more. */
void reader_seek(struct reader *reader, const struct timespec *time);

/* Is the event after --to?  Then all later ones are, since time never
 * decreases. */
static inline bool reader_is_late(const struct reader *reader)
{
	return pick_is_late(reader->pick, &reader->event.info.posix_timestamp);
}

static inline bool reader_is_picked(const struct reader *reader)
{
	return pick_lets(reader->pick, &reader->log, &reader->event);
}

/* The same, and count it: is it before the events to take, one of them, or
 * after them?  One that is left out is never one of them. */
static inline enum pick_place reader_place(struct reader *reader)
{
	enum pick_place place = reader_is_picked(reader) ?
				pick_count(reader->pick) : PICK_BEFORE;

	return place == PICK_TAKEN &&
	       pick_leaves_out(reader->pick, &reader->log, &reader->event) ?
	       PICK_BEFORE : place;
}

/* Is there a gap to report?  It counts by its beginning, wherever it is
 * reported.  To be called before the event is counted. */
static inline bool reader_has_gap(const struct reader *reader)
{
	return reader->has_gap && pick_has_come(reader->pick) &&
	       !pick_is_early(reader->pick,
			      &reader->event.info.posix_timestamp) &&
	       !pick_is_late(reader->pick, &reader->gap.first);
}

/*
 * The trace was read to its end and has no event, but losses: its times count from
 * its creation.  False: it has some, or no losses.
 */
bool reader_begin_at_creation(struct reader *reader);

/*
 * The trace was read to its end: the number of lost events that no gap has
 * reported.  0 also if that is not known, since some events were skipped.
 */
uint64_t reader_rest(const struct reader *reader);

#endif
