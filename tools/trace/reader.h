/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The one way in which commands read the events of a trace: opened, those
 * before --from left out if nothing is missing there, each with its type and
 * with the gap before it, and what was lost after the last one.
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
	struct posixtrace_loss gap;	/* that it reports or ends ... */
	bool has_gap;			/* ... if there is one */
	/* Before it the stream had stopped because it was full: what was
	 * lost since is reported where it goes on, or at the end. */
	bool was_auto_stopped;
	bool has_begun;			/* there was an event */
	struct timespec first;		/* its time; also if it was left out */
	bool may_skip;			/* events need not be read to count losses */
	bool has_skipped;		/* some were not */
	bool has_ended;			/* there is no event any more */
	struct losses losses;		/* in what was read */
};

/*
 * `pick` says what is wanted; all zero: everything.  It stays the caller's, and
 * as it is but for the times that the first event gives it.  Says what went
 * wrong, and returns false then.
 */
bool reader_open(struct reader *reader, const char *path, struct pick *pick);
void reader_close(struct reader *reader);

/* The next event is the first one again, as if nothing had been read.  Says
 * what went wrong, and returns false then. */
bool reader_rewind(struct reader *reader);

/*
 * For --last: read all of the trace, of which nothing was read, to learn which
 * events are the last ones, and rewind it.  False: it failed, and that has been
 * said.
 */
bool reader_find_newest(struct reader *reader);

/*
 * Read the next event, whether or not it is wanted.  If its time is early, and
 * nothing is missing in the trace, reading goes on at --from.  Failures are
 * reported.
 */
enum open_log_result reader_next(struct reader *reader);

/* Go on at this time.  Gaps before it are not reported, and those that were do
 * not count any more. */
void reader_seek(struct reader *reader, const struct timespec *time);

/* Is the event after --to?  Time never falls, so all others are then. */
static inline bool reader_is_late(const struct reader *reader)
{
	return pick_is_late(reader->pick, &reader->event.info.posix_timestamp);
}

static inline bool reader_is_picked(const struct reader *reader)
{
	return pick_lets(reader->pick, &reader->log, &reader->event);
}

/* The same, counted: is it to be taken, or before those, or after? */
static inline enum pick_place reader_place(struct reader *reader)
{
	return reader_is_picked(reader) ? pick_count(reader->pick)
					: PICK_BEFORE;
}

/* Is there a gap to report?  It is where it begins, wherever it is reported.
 * Ask before the event is counted. */
static inline bool reader_has_gap(const struct reader *reader)
{
	return reader->has_gap && pick_has_come(reader->pick) &&
	       !pick_is_early(reader->pick,
			      &reader->event.info.posix_timestamp) &&
	       !pick_is_late(reader->pick, &reader->gap.first);
}

/*
 * The trace was read to its end: events that were lost and no gap has reported.
 * 0 also if that is not known, since some were left out.  `after_last`: what
 * the reader has last is that the stream stopped because it was full.
 */
uint64_t reader_rest(const struct reader *reader, bool after_last);

#endif
