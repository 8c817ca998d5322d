/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The one line that sums a trace up, and what follows from it. */
#ifndef POSIXTRACE_TOOLS_TRACE_SUMMARY_H
#define POSIXTRACE_TOOLS_TRACE_SUMMARY_H

#include <posixtrace.h>
#include <stdbool.h>
#include <stdint.h>

struct summary {
	const char *log;		/* path */
	bool is_made;			/* it was written just now */
	bool has_stream;		/* it is the log of a stream, not a copy */
	const struct posixtrace_usage *usage;	/* NULL: not known */
	uint64_t events;		/* that are there */
	uint64_t shown;			/* of them */
	int64_t span_ns;		/* they spread over */
	bool has_limit;			/* the log, by its policy */
	bool is_packed;			/* the log is compressed */
};

/*
 * "12 events, 3.4 KiB, 1.2 s; lost 0; peak fill 3 % of 1M, 64K would do"
 * on stderr, and the log's name if it was written just now.  Of a log that was
 * made from others there is nothing to be said of a stream.
 */
void summary_print(const struct summary *summary);

/*
 * What to choose so that events that a stream has lost are held: "--stream-size
 * 4M would have held them".  At most SUMMARY_ADVICE bytes.
 */
enum { SUMMARY_ADVICE = 128 };

void summary_advise_lost(char text[SUMMARY_ADVICE],
			 const struct posixtrace_usage *usage);

/*
 * Put right what the numbers of the stream cannot know: how many events can
 * be read, and how many were not there by what the readers were told.  With
 * a LOOP policy the oldest events of some threads are no use without those
 * of others, which were replaced, and count as lost too.
 */
void summary_correct(struct posixtrace_usage *usage, uint64_t read,
		     uint64_t told_lost);

/*
 * The same by reading the trace to its end, where the numbers cannot do: of a
 * LOOP log not all that is there is used, and where events are missing, those
 * that tell of it are made by who reads it.
 */
void summary_count(trace_id_t trid, struct posixtrace_usage *usage);

/* Has the log of this trace a limit of its own? */
bool summary_has_limit(trace_id_t trid);

/* Is the log of this trace compressed? */
bool summary_is_packed(trace_id_t trid);

/* Why no traced thread has an event in it; NULL: some have. */
const char *summary_why_empty(const struct posixtrace_usage *usage);

/* A log is damaged or incomplete, and what is there was "read", or the like. */
void summary_note_damage(const char *log, const char *done);

/* TOOL_FINE, TOOL_LOST or TOOL_DAMAGED. */
int summary_status(const struct posixtrace_usage *usage);

#endif
