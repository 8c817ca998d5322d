/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * top: a log that is being written.
 *
 * Each picture is of all that the log has by then, so it is what `stat --by` would
 * print.  A part that was read before cannot be left out: threads' events come into
 * the log by blocks, some of them older than what is there already.
 */
#include <errno.h>
#include <signal.h>
#include <string.h>

#include "common/nanoseconds.h"
#include "common/tool.h"
#include "top/top.h"
#include "trace/summary.h"

/* Reading takes no more than this part of the time. */
enum { READING_PART = 4 };

/* A recorder that ends completes the log within so many pictures. */
enum { PATIENCE = 5 };

static volatile sig_atomic_t was_interrupted;

static void interrupt(int signo)
{
	(void)signo;
	was_interrupted = 1;
}

static void catch_signals(void)
{
	static const int signals[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT };
	struct sigaction action = { .sa_handler = interrupt };

	for (size_t i = 0; i < sizeof(signals) / sizeof(signals[0]); i++)
		sigaction(signals[i], &action, NULL);
}

/* Show what there is now.  False: a failure, which was reported. */
static bool show_now(struct top *top, const struct reader *first,
		     struct summary *summary)
{
	/* It counts what it has picked. */
	struct pick pick = top->pick;
	struct by *by = by_new(&top->by);
	struct reader reader;
	bool fine = false;

	*summary = (struct summary){ 0 };
	if (!by) {
		tool_error("the tables: out of memory");
		return false;
	}
	if (!reader_open_again(&reader, first, true, &pick))
		goto free_by;
	fine = by_read(by, &reader, true);
	if (fine) {
		summary_take(summary, &reader);
		fine = top_show(top, &(struct view){
			.what = reader.log.path, .by = by,
			.trid = reader.log.trid, .usage = &summary->usage });
	}
	reader_close(&reader);
free_by:
	by_free(by);
	return fine;
}

/* Wait for the next picture, or for a key that asks for one. */
static void wait_until(struct top *top, int64_t next)
{
	while (!top->is_over && !was_interrupted) {
		int64_t ns = next - ns_now();

		if (ns <= 0 || top_wait(top, (int)((ns + 999999) / 1000000)))
			return;
	}
}

static int follow(struct top *top, const struct posixtrace_stream *stream,
		  const struct reader *first)
{
	bool is_running = stream;
	struct summary summary;
	unsigned n_waits = 0;

	for (;;) {
		const int64_t begin = ns_now();
		int64_t pause;

		/* Else the log has nothing of what is in the memory. */
		if (is_running)
			is_running = posixtrace_command(stream,
					POSIXTRACE_COMMAND_FLUSH) != ENOENT;
		if (!show_now(top, first, &summary))
			return TOOL_FAILURE;
		/* Until the end is written nobody knows whether that is all. */
		if (!is_running && (summary.usage.complete || !stream ||
				    ++n_waits == PATIENCE))
			break;
		if (top->is_over || was_interrupted)
			break;
		pause = READING_PART * (ns_now() - begin);
		wait_until(top, begin + (pause > top->interval_ns ? pause :
					 top->interval_ns));
		if (top->is_over || was_interrupted)
			break;
	}
	/* A log that is being written has no end yet. */
	if (is_running)
		summary.usage.complete = 1;
	summary_note_damage(&summary, "counted");
	return summary_status(&summary);
}

int top_follow(struct top *top, const struct posixtrace_stream *stream,
	       const char *path)
{
	struct pick pick = top->pick;
	struct reader first;
	int status = TOOL_FAILURE;

	if (!reader_open(&first, path, &pick))
		return TOOL_FAILURE;
	catch_signals();
	if (first.log.is_dump)
		tool_error("%s: a ThreadX dump, which has no durations of "
			   "calls; see 'posixtrace stat'", path);
	else
		status = follow(top, stream, &first);
	reader_close(&first);
	return status;
}
