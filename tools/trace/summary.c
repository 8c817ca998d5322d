/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The one line that sums a trace up.  Its advice on the size of the stream
 * is meant to be typed:
 *
 *   nothing lost   half the fill it ever had must stay free: the smallest
 *                  power of two that does so, if it is smaller.  The chunk that
 *                  a thread has just open is no fill, and is smaller in a
 *                  smaller stream: the largest there is counts for each thread,
 *                  but all of them for no more than what was recorded
 *   events lost    the stream and all that was lost, up to a power of two;
 *                  with that much room none of them had been lost.  No size is
 *                  named where it is not known what an event takes in the
 *                  stream: of a compressed log, or one that is not complete;
 *                  nor where perhaps threads took the room, not events
 */
#include "trace/summary.h"

#include <bsd/string.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "common/nanoseconds.h"
#include "common/size.h"
#include "common/tool.h"

enum { ADVICE = SUMMARY_ADVICE, COUNT = 64, FILL = ADVICE + 64 };

/* In per cent: a stream that was never this full has lost nothing for lack of
 * room. */
enum { FULL_AT = 90 };

/* A stream has places for 2048 living threads, a few of which other things
 * take; the events of those beyond are lost, whatever its size. */
enum { MANY_THREADS = 2000 };

#define SMALLEST_STREAM	(UINT64_C(64) << 10)
#define LARGEST_STREAM	(UINT64_C(64) << 30)
#define LARGEST_CHUNK	(UINT64_C(64) << 10)

static uint64_t power_of_two(uint64_t bytes)
{
	uint64_t power = SMALLEST_STREAM;

	while (power < bytes)
		power *= 2;
	return power;
}

/* Is the size of the events in the stream known from the log? */
static bool knows_bytes(const struct summary *summary)
{
	const struct posixtrace_usage *usage = &summary->usage;

	return !summary->is_packed && usage->complete &&
	       (usage->bytes || !usage->events);
}

/* Bytes of an event on average, or a guess when there is none. */
static uint64_t average(const struct posixtrace_usage *usage)
{
	return usage->events ? usage->bytes / usage->events + 1 : 64;
}

/* In per cent, rounded up: 0 only if nothing was ever there. */
static unsigned fill(const struct posixtrace_usage *usage)
{
	double exact = 100;
	unsigned whole;

	if (usage->peak < usage->stream_size)
		exact *= (double)usage->peak / (double)usage->stream_size;
	whole = (unsigned)exact;
	return whole + (whole < exact);
}

void summary_advise_lost(char text[SUMMARY_ADVICE],
			 const struct posixtrace_usage *usage)
{
	char size[SIZE_TEXT];
	uint64_t want;

	if (usage->threads >= MANY_THREADS) {
		snprintf(text, ADVICE, "a stream takes 2048 threads at a time; "
			 "if there were fewer, a larger --stream-size holds "
			 "more");
		return;
	}
	if (fill(usage) < FULL_AT) {
		snprintf(text, ADVICE, "not for want of room, but while it was "
			 "attached, or since a process had no memory or was in "
			 "a sandbox");
		return;
	}
	if (__builtin_mul_overflow(usage->lost, average(usage), &want) ||
	    __builtin_add_overflow(want, usage->stream_size, &want) ||
	    want > LARGEST_STREAM) {
		snprintf(text, ADVICE, "too many events for any stream, "
			 "leave some out with -x");
		return;
	}
	size_option(size, power_of_two(want));
	snprintf(text, ADVICE, "--stream-size %s would have held them", size);
}

/* The most that was ever in the stream at once, open chunks included. */
static uint64_t most_in_use(const struct posixtrace_usage *usage)
{
	uint64_t open = usage->threads * LARGEST_CHUNK;

	if (usage->bytes < open)
		open = usage->bytes;
	return usage->peak > LARGEST_STREAM ? usage->peak : usage->peak + open;
}

static void advise(char text[ADVICE], const struct summary *summary)
{
	const struct posixtrace_usage *usage = &summary->usage;
	char size[SIZE_TEXT];
	uint64_t want;

	if (usage->lost && !knows_bytes(summary)) {
		snprintf(text, ADVICE, "a larger --stream-size holds more");
		return;
	}
	if (usage->lost) {
		summary_advise_lost(text, usage);
		return;
	}
	want = most_in_use(usage);
	want = want > LARGEST_STREAM ? LARGEST_STREAM : power_of_two(2 * want);
	if (want < usage->stream_size) {
		size_option(size, want);
		snprintf(text, ADVICE, "%s would do", size);
	} else {
		snprintf(text, ADVICE, "%s", fill(usage) < 75 ? "enough"
							   : "just enough");
	}
}

/* How many events; "12 of 34" if not all are shown. */
static void count(char text[COUNT], const struct summary *summary)
{
	const char *about = summary->is_counted ? "" : "about ";
	uint64_t events = summary->usage.events;

	if (summary->is_made || summary->shown == events)
		snprintf(text, COUNT, "%s%" PRIu64, about, events);
	else
		snprintf(text, COUNT, "%" PRIu64 " of %s%" PRIu64,
			 summary->shown, about, events);
}

/* How full the stream was, and the advice. */
static void format_fill(char text[FILL], const struct summary *summary)
{
	const struct posixtrace_usage *usage = &summary->usage;
	char stream[SIZE_TEXT];
	char advice[ADVICE];

	if (usage->stream_size % 1024)
		size_format(stream, usage->stream_size);
	else
		size_option(stream, usage->stream_size);
	advise(advice, summary);
	snprintf(text, FILL, "; peak fill %u %% of %s, %s", fill(usage), stream,
		 advice);
}

void summary_print(const struct summary *summary)
{
	const struct posixtrace_usage *usage = &summary->usage;
	char events[COUNT];
	char bytes[SIZE_TEXT];
	char span[SIZE_TEXT];
	char filled[FILL] = "";
	char log_lost[ADVICE] = "";

	count(events, summary);
	time_format(span, summary->span_ns);
	/* If the recorder died, all events may still be in memory. */
	if (usage->events && !usage->bytes)
		strlcpy(bytes, "size not known", sizeof(bytes));
	else
		size_format(bytes, usage->bytes);
	if (summary->has_stream)
		format_fill(filled, summary);
	if (usage->log_lost)
		snprintf(log_lost, sizeof(log_lost), "; log lost %" PRIu64
			 ", %s", usage->log_lost, summary->has_limit ?
			 "a larger --log-size or --log-policy append keeps more" :
			 "they could not be written; give the file more room");
	tool_note("%s events, %s, %s; lost %" PRIu64 "%s%s%s%s", events, bytes,
		  span, usage->lost, filled, log_lost,
		  summary->is_made ? "; " : "",
		  summary->is_made ? summary->log : "");
}

/* With losses, the reader generates the events that report them, and of a LOOP
 * log not all events are used. */
static bool says_enough(const struct summary *summary)
{
	const struct posixtrace_usage *usage = &summary->usage;

	return !summary->replaces && !summary->full && usage->complete &&
	       !usage->lost && !usage->log_lost;
}

/* The numbers in the status of the trace. */
static void ask(struct summary *summary, trace_id_t trid)
{
	int policy = POSIX_TRACE_FLUSH, log_policy = POSIX_TRACE_APPEND;
	struct posix_trace_status_info status = { 0 };
	struct posixtrace_origin origin;
	trace_attr_t attr;
	int level = 0;

	if (posix_trace_get_attr(trid, &attr) == 0) {
		posix_trace_attr_getstreamfullpolicy(&attr, &policy);
		posix_trace_attr_getlogfullpolicy(&attr, &log_policy);
		posixtrace_attr_getcompression(&attr, &level);
		posix_trace_attr_destroy(&attr);
	}
	posix_trace_get_status(trid, &status);
	summary->has_usage = posixtrace_get_usage(trid, &summary->usage) == 0;
	summary->has_stream = posixtrace_get_origin(trid, &origin) == 0 &&
			      origin.controller != 0;
	summary->stops = policy == POSIX_TRACE_UNTIL_FULL;
	summary->has_limit = log_policy != POSIX_TRACE_APPEND;
	summary->is_packed = level != 0;
	summary->replaces = policy == POSIX_TRACE_LOOP ||
			    log_policy == POSIX_TRACE_LOOP;
	if (log_policy == POSIX_TRACE_UNTIL_FULL &&
	    status.posix_log_full_status == POSIX_TRACE_FULL)
		summary->full = "log";
	else if (policy == POSIX_TRACE_UNTIL_FULL &&
		 status.posix_stream_full_status == POSIX_TRACE_FULL)
		summary->full = "stream";
	summary->is_counted = says_enough(summary);
}

/* The numbers found by reading all of it. */
static void correct(struct summary *summary, uint64_t n_read,
		    const struct losses *losses)
{
	struct posixtrace_usage *usage = &summary->usage;
	uint64_t known = usage->lost + usage->log_lost;

	summary->is_counted = true;
	usage->events = n_read;
	if (losses->reported > known && usage->log_lost)
		usage->log_lost += losses->reported - known;
	else if (losses->reported > known)
		usage->lost += losses->reported - known;
}

/*
 * The last event was read.  After a kill there may be no STOP.  `first` is NULL if
 * there is no event.
 */
static void take_end(struct summary *summary, trace_id_t trid,
		     const struct timespec *first, struct losses losses)
{
	struct posixtrace_loss gap;

	if (!summary->full && summary->stops &&
	    losses_find_end(&losses, trid, &gap)) {
		summary->full = "stream";
		losses.was_auto_stopped = true;
		losses.stopped = losses.last.first;
	}
	summary->has_full_ns = first && summary->full && losses.was_auto_stopped;
	if (summary->has_full_ns)
		summary->full_ns = ns_between(first, &losses.stopped);
}

void summary_take(struct summary *summary, const struct reader *reader)
{
	summary->log = reader->log.path;
	ask(summary, reader->log.trid);
	if (reader->has_ended)
		take_end(summary, reader->log.trid,
			 reader->log.n_read || reader->has_skipped ?
			 &reader->first : NULL, reader->losses);
	if (reader->has_ended && !reader->has_skipped)
		correct(summary, reader->log.n_read, &reader->losses);
	if (reader->log.is_damaged || reader->types.n_nameless)
		summary->usage.complete = 0;
}

/* All events; an errno value. */
static int read_all(trace_id_t trid, struct types *types, uint64_t *n,
		    struct timespec *first, struct losses *losses)
{
	unsigned char data[sizeof(int)];	/* data of a STOP */
	struct trace_event event = { .data = data };
	struct posixtrace_loss loss;
	int unavailable = 0, err;

	for (*n = 0;; ++*n) {
		do {
			err = posix_trace_getnext_event(trid, &event.info, data,
							sizeof(data), &event.len,
							&unavailable);
		} while (err == EINTR);
		if (err || unavailable)
			return err;
		if (*n == 0)
			*first = event.info.posix_timestamp;
		types_find(types, event.info.posix_event_id);
		losses_find(losses, trid, &event, &loss);
	}
}

static void count_all(struct summary *summary, trace_id_t trid)
{
	static const struct patterns all;
	struct timespec first = { 0 };
	struct losses losses = { 0 };
	struct types types;
	uint64_t n;
	int err;

	types_init(&types, trid, &all, &all);
	err = read_all(trid, &types, &n, &first, &losses);
	/* Some values are known only now. */
	ask(summary, trid);
	if (!err) {
		take_end(summary, trid, n ? &first : NULL, losses);
		correct(summary, n, &losses);
	}
	if (types.n_nameless)
		summary->usage.complete = 0;
	types_fini(&types);
}

bool summary_may_lack_names(trace_id_t trid)
{
	trace_event_id_t id, last = POSIX_TRACE_UNNAMED_USEREVENT;
	char name[TRACE_EVENT_NAME_MAX + 1];
	struct posixtrace_log log;
	bool has_hole = false;

	if (posixtrace_get_log(trid, &log) != 0)
		return false;
	while (types_next(trid, &id, name)) {
		has_hole |= id > last + 1;
		if (id > last)
			last = id;
	}
	return has_hole;
}

void summary_count(struct summary *summary, const char *log, trace_id_t trid,
		   uint64_t most)
{
	summary->log = log;
	ask(summary, trid);
	if ((!summary->is_counted && summary->replaces) ||
	    (summary->usage.bytes <= most &&
	     (!summary->is_counted || summary_may_lack_names(trid))))
		count_all(summary, trid);
}

void summary_count_all(struct summary *summary, const char *log,
		       trace_id_t trid, uint64_t most)
{
	summary->log = log;
	ask(summary, trid);
	if (summary->usage.bytes <= most)
		count_all(summary, trid);
}

const char *summary_why_empty(const struct posixtrace_usage *usage)
{
	/* The lost events are in the log. */
	if (usage->threads || (usage->lost && usage->starts))
		return NULL;
	if (usage->starts == 0 && !usage->complete)
		return "the log was not completed, and no event of it is in "
		       "memory";
	if (usage->starts == 0)
		return "the stream was never started; "
		       "call posix_trace_start()";
	if (usage->processes == 0)
		return "no process attached, the program is not linked with libposixtrace, "
		       "or, if it was running before, reached no trace point, "
		       "or has too little left to map the stream (ulimit -v, "
		       "ulimit -n); "
		       "'posixtrace record --preload' starts and traces any "
		       "program that is linked dynamically";
	if (usage->filtered)
		return "no event of a type that the filter accepts occurred; "
		       "omit -e and -x, or check the names in them";
	return "no trace point was reached; does the program execute the "
	       "part that has some or, with --preload, make calls that "
	       "are traced?";
}

void summary_note_full(const struct summary *summary)
{
	char when[48] = "";

	if (!summary->full)
		return;
	if (summary->has_full_ns)
		snprintf(when, sizeof(when), " %.9f s after the first event",
			 (double)summary->full_ns / 1e9);
	tool_note("%s: the %s was full%s, and nothing was recorded after "
		  "that; %s", summary->log, summary->full, when,
		  strcmp(summary->full, "log") == 0 ?
		  "a larger --log-size or --log-policy append keeps more, "
		  "--log-policy loop the newest" :
		  "a larger --stream-size or --policy flush keeps more, "
		  "--policy loop the newest");
}

void summary_show_full(const struct summary *summary, struct sheet *sheet)
{
	if (summary->has_full_ns)
		sheet_decimal(sheet, "seconds until full", (double)summary->full_ns / 1e9, 9);
}

void summary_note_damage(const struct summary *summary, const char *done)
{
	if (summary->has_usage && !summary->usage.complete)
		tool_note("%s: incomplete, since its writer died or is still "
			  "running, or damaged; the rest was %s", summary->log, done);
}

int summary_status(const struct summary *summary)
{
	const struct posixtrace_usage *usage = &summary->usage;

	if (!summary->has_usage)
		return TOOL_FINE;
	if (!usage->complete)
		return TOOL_DAMAGED;
	return usage->lost || usage->log_lost ? TOOL_LOST : TOOL_FINE;
}
