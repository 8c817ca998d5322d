/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The one line that sums a trace up.  Its advice on the size of the stream
 * is meant to be typed:
 *
 *   nothing lost   half the fill it ever had must stay free: the smallest
 *                  power of two that does so, if it is smaller
 *   events lost    the stream and all that was lost, up to a power of two;
 *                  with that much room none of them had been lost.  No size is
 *                  named where it is not known what an event takes in the
 *                  stream: of a compressed log, or one that is not complete
 */
#include "trace/summary.h"

#include <bsd/string.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "common/size.h"
#include "common/tool.h"

enum { ADVICE = SUMMARY_ADVICE, COUNT = 64, FILL = ADVICE + 64 };

/* Bytes of events that are read through to count them: some tenths of a
 * second. */
#define COUNTED_MOST	(UINT64_C(256) << 20)

#define SMALLEST_STREAM	(UINT64_C(64) << 10)
#define LARGEST_STREAM	(UINT64_C(64) << 30)

static uint64_t power_of_two(uint64_t bytes)
{
	uint64_t power = SMALLEST_STREAM;

	while (power < bytes)
		power *= 2;
	return power;
}

/* Do the bytes in the log tell what its events take in the stream? */
static bool tells_bytes(const struct summary *summary)
{
	const struct posixtrace_usage *usage = summary->usage;

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

static void advise(char text[ADVICE], const struct summary *summary)
{
	const struct posixtrace_usage *usage = summary->usage;
	char size[SIZE_TEXT];
	uint64_t want;

	if (usage->lost && !tells_bytes(summary)) {
		snprintf(text, ADVICE, "a larger --stream-size holds more");
		return;
	}
	if (usage->lost) {
		summary_advise_lost(text, usage);
		return;
	}
	want = usage->peak > LARGEST_STREAM ? LARGEST_STREAM
		: power_of_two(2 * usage->peak);
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
	if (summary->shown == summary->events)
		snprintf(text, COUNT, "%" PRIu64, summary->events);
	else
		snprintf(text, COUNT, "%" PRIu64 " of %" PRIu64,
			 summary->shown, summary->events);
}

/* How full the stream was, and what follows from it. */
static void tell_fill(char text[FILL], const struct summary *summary)
{
	const struct posixtrace_usage *usage = summary->usage;
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
	const struct posixtrace_usage *usage = summary->usage;
	char events[COUNT];
	char bytes[SIZE_TEXT];
	char span[SIZE_TEXT];
	char filled[FILL] = "";
	char log_lost[ADVICE] = "";

	count(events, summary);
	time_format(span, summary->span_ns);
	if (!usage) {
		tool_note("%s events, %s", events, span);
		return;
	}
	/* Of a recorder that died all may be in memory yet. */
	if (usage->events && !usage->bytes)
		strlcpy(bytes, "size not known", sizeof(bytes));
	else
		size_format(bytes, usage->bytes);
	if (summary->has_stream)
		tell_fill(filled, summary);
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

void summary_correct(struct posixtrace_usage *usage, uint64_t read,
		     uint64_t told_lost)
{
	uint64_t known = usage->lost + usage->log_lost;

	usage->events = read;
	if (told_lost <= known)
		return;
	if (usage->log_lost)
		usage->log_lost += told_lost - known;
	else
		usage->lost += told_lost - known;
}

/* LOOP bounds what there is to be read; else it may be too much. */
static bool is_to_be_counted(trace_id_t trid,
			     const struct posixtrace_usage *usage)
{
	int policy = POSIX_TRACE_FLUSH, log_policy = POSIX_TRACE_APPEND;
	trace_attr_t attr;

	if (posix_trace_get_attr(trid, &attr) == 0) {
		posix_trace_attr_getstreamfullpolicy(&attr, &policy);
		posix_trace_attr_getlogfullpolicy(&attr, &log_policy);
		posix_trace_attr_destroy(&attr);
	}
	if (policy == POSIX_TRACE_LOOP || log_policy == POSIX_TRACE_LOOP)
		return true;
	return (usage->lost || usage->log_lost) &&
	       usage->bytes <= COUNTED_MOST;
}

void summary_count(trace_id_t trid, struct posixtrace_usage *usage)
{
	struct posix_trace_event_info event;
	struct posixtrace_loss loss;
	uint64_t n = 0;
	uint64_t lost = 0;
	size_t len;
	int unavailable = 0;
	int err;

	if (!is_to_be_counted(trid, usage))
		return;
	do {
		err = posix_trace_getnext_event(trid, &event, NULL, 0, &len,
						&unavailable);
		if (err || unavailable)
			continue;
		n++;
		if (event.posix_event_id == POSIX_TRACE_OVERFLOW &&
		    posixtrace_get_loss(trid, &loss) == 0)
			lost += loss.events;
	} while (err == EINTR || (!err && !unavailable));
	if (!err)
		summary_correct(usage, n, lost);
}

bool summary_has_limit(trace_id_t trid)
{
	int policy = POSIX_TRACE_APPEND;
	trace_attr_t attr;

	if (posix_trace_get_attr(trid, &attr) == 0) {
		posix_trace_attr_getlogfullpolicy(&attr, &policy);
		posix_trace_attr_destroy(&attr);
	}
	return policy != POSIX_TRACE_APPEND;
}

bool summary_is_packed(trace_id_t trid)
{
	int level = 0;
	trace_attr_t attr;

	if (posix_trace_get_attr(trid, &attr) == 0) {
		posixtrace_attr_getcompression(&attr, &level);
		posix_trace_attr_destroy(&attr);
	}
	return level != 0;
}

const char *summary_why_empty(const struct posixtrace_usage *usage)
{
	if (usage->threads)
		return NULL;
	if (usage->starts == 0)
		return "the stream was never started; "
		       "call posix_trace_start()";
	if (usage->processes == 0)
		return "no process attached, the program is not linked with libposixtrace, "
		       "or, if it ran before, came to no trace point; "
		       "'posixtrace record --preload' starts and traces any, "
		       "unless it is linked statically";
	if (usage->filtered)
		return "no event of a type that the filter lets through occurred; "
		       "leave out -e and -x, or look at the names in them";
	return "no trace point was hit; is the part of the program reached "
	       "that has some, or, with --preload, did it make no call that "
	       "is traced?";
}

void summary_note_damage(const char *log, const char *done)
{
	tool_note("%s: incomplete, since its writer died or goes on, or "
		  "damaged; all that is there was %s", log, done);
}

int summary_status(const struct posixtrace_usage *usage)
{
	if (!usage->complete)
		return TOOL_DAMAGED;
	return usage->lost || usage->log_lost ? TOOL_LOST : TOOL_FINE;
}
