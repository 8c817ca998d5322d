/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* What a trace holds and lacks, the one line that sums it up, and what follows
 * from it. */
#ifndef POSIXTRACE_TOOLS_TRACE_SUMMARY_H
#define POSIXTRACE_TOOLS_TRACE_SUMMARY_H

#include <posixtrace.h>
#include <stdbool.h>
#include <stdint.h>

#include "common/sheet.h"
#include "trace/reader.h"

struct summary {
	const char *log;		/* path */
	bool is_made;			/* it was written just now */
	uint64_t shown;			/* of the events that are there */
	int64_t span_ns;		/* they spread over */
	/* What follows is filled in here. */
	bool has_usage;			/* `usage` is known ... */
	struct posixtrace_usage usage;
	bool is_counted;		/* ... exactly */
	bool has_stream;		/* it is the log of a stream, not a copy */
	bool has_limit;			/* the log, by its policy */
	bool is_packed;			/* the log is compressed */
	bool replaces;			/* newer events took the place of older ones */
	bool stops;			/* the stream, when it is full */
	/* By an UNTIL_FULL policy nothing was recorded any more, since there was
	 * no room in this; NULL: it did not come to that. */
	const char *full;
	bool has_full_ns;		/* it is known when that was ... */
	int64_t full_ns;		/* ... since the first event */
};

/*
 * The totals of a trace by itself and, if it was read to its end, by reading
 * it: events that can be read, events that are missing, and damage.  The only
 * source of these numbers for commands.  With a LOOP policy the oldest events
 * of some threads are of no use without those of others that were overwritten,
 * and count as lost, too.
 */
void summary_take(struct summary *summary, const struct reader *reader);

/*
 * The same for who has not read it: it is read here, unless it says enough
 * itself, or the bytes of its events are more than `most`.
 */
void summary_count(struct summary *summary, const char *log, trace_id_t trid,
		   uint64_t most);

/* For summary_count(): some tenths of a second. */
#define SUMMARY_SOON	(UINT64_C(256) << 20)

/*
 * "12 events, 3.4 KiB, 1.2 s; lost 0; peak fill 3 % of 1M, 64K would do"
 * on stderr, and the log's name if it was written just now.  Of a log that was
 * made from others there is nothing to be said of a stream.
 */
void summary_print(const struct summary *summary);

/*
 * What to choose so that events that a stream has lost are held: "--stream-size
 * 4M would have held them"; or that no size would have.  At most SUMMARY_ADVICE bytes.
 */
enum { SUMMARY_ADVICE = 128 };

void summary_advise_lost(char text[SUMMARY_ADVICE],
			 const struct posixtrace_usage *usage);

/* Why no traced thread has an event in it; NULL: some have. */
const char *summary_why_empty(const struct posixtrace_usage *usage);

/* Say that recording ended before its time, if it did, and what helps; or a row
 * that says when. */
void summary_note_full(const struct summary *summary);
void summary_show_full(const struct summary *summary, struct sheet *sheet);

/* Say that the log is damaged or incomplete, if it is, and what is there was
 * "read", or the like. */
void summary_note_damage(const struct summary *summary, const char *done);

/* TOOL_FINE, TOOL_LOST or TOOL_DAMAGED. */
int summary_status(const struct summary *summary);

#endif
