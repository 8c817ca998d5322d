/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The numbers of events and losses of a trace, the one line that summarizes
 * it, and the advice that follows from it. */
#ifndef POSIXTRACE_TOOLS_TRACE_SUMMARY_H
#define POSIXTRACE_TOOLS_TRACE_SUMMARY_H

#include <posixtrace.h>
#include <stdbool.h>
#include <stdint.h>

#include "common/sheet.h"
#include "trace/reader.h"

struct summary {
	const char *log;		/* path */
	bool is_made;			/* it was just written */
	uint64_t shown;			/* of the events that are there */
	int64_t span_ns;		/* they spread over */
	/* The following members are set by summary_take(). */
	bool has_usage;			/* `usage` is known ... */
	struct posixtrace_usage usage;
	bool is_counted;		/* ... exactly */
	bool has_stream;		/* it is the log of a stream, not a copy */
	bool has_limit;			/* the log, by its policy */
	bool is_packed;			/* the log is compressed */
	bool replaces;			/* newer events took the place of older ones */
	bool stops;			/* the stream, when it is full */
	/* With an UNTIL_FULL policy: this became full and nothing was recorded
	 * after that; NULL: nothing did. */
	const char *full;
	bool has_full_ns;		/* the time of that is known ... */
	int64_t full_ns;		/* ... since the first event */
};

/*
 * Take the totals from the status of the trace and, if it was read to its end,
 * from the reader: events that can be read, events that are missing, and
 * damage.  The only source of these numbers for commands.  With a LOOP policy,
 * events of some threads that are as old as overwritten ones of others count
 * as lost, too.
 */
void summary_take(struct summary *summary, const struct reader *reader);

/*
 * The same for a caller that has not read it: it is read here, unless its
 * status is sufficient or its events have more than `most` bytes.
 */
void summary_count(struct summary *summary, const char *log, trace_id_t trid,
		   uint64_t most);

/*
 * Is there a type without a name between others?  Whether an event had it, which is
 * damage, only reading all of them tells, as summary_count() does.
 */
bool summary_may_lack_names(trace_id_t trid);

/* The same, but it is read even if its status is sufficient: finds events whose
 * names are missing, and then clears usage.complete. */
void summary_count_all(struct summary *summary, const char *log,
		       trace_id_t trid, uint64_t most);

/* For both: takes some tenths of a second. */
#define SUMMARY_SOON	(UINT64_C(256) << 20)

/*
 * Print "12 events, 3.4 KiB, 1.2 s; lost 0; peak fill 3 % of 1M, 64K would do"
 * on stderr, and the log's name if it was just written.  For a log made from
 * others the part about the stream is omitted.
 */
void summary_print(const struct summary *summary);

/*
 * Advice for a stream that lost events: "--stream-size 4M would have held
 * them", or that no size would have.  At most SUMMARY_ADVICE bytes.
 */
enum { SUMMARY_ADVICE = 128 };

void summary_advise_lost(char text[SUMMARY_ADVICE],
			 const struct posixtrace_usage *usage);

/* The reason why the trace has no event of a traced thread; NULL: it has
 * some. */
const char *summary_why_empty(const struct posixtrace_usage *usage);

/* Report that recording ended early, if it did, with advice; or a row with the
 * time of that. */
void summary_note_full(const struct summary *summary);
void summary_show_full(const struct summary *summary, struct sheet *sheet);

/* Report that the log is damaged or incomplete, if it is, and that the rest
 * was `done`: "read", for example. */
void summary_note_damage(const struct summary *summary, const char *done);

/* TOOL_FINE, TOOL_LOST or TOOL_DAMAGED. */
int summary_status(const struct summary *summary);

#endif
