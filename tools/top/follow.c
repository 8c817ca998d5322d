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
#include <stdlib.h>
#include <string.h>

#include "common/nanoseconds.h"
#include "common/tool.h"
#include "status/streams.h"
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

struct followed {
	struct posixtrace_stream stream;
	bool is_running;		/* there is one */
	struct pick pick;		/* of `first`, which reads nothing */
	struct reader first;		/* of its log */
};

/* Show what there is now.  False: a failure, which was reported. */
static bool show_now(struct top *top, const struct followed *followed,
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
	if (!reader_open_again(&reader, &followed->first, true, &pick))
		goto free_by;
	fine = by_read(by, &reader, true);
	if (fine) {
		summary_take(summary, &reader);
		fine = top_show(top, &(struct view){
			.what = reader.log.path, .by = by,
			.who.trid = reader.log.trid, .usage = &summary->usage });
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

/* Is it the stream, as it is by now? */
static bool is_same(const struct posixtrace_stream *a,
		    const struct posixtrace_stream *b)
{
	return a->controller == b->controller &&
	       a->created.tv_sec == b->created.tv_sec &&
	       a->created.tv_nsec == b->created.tv_nsec &&
	       strcmp(a->segment, b->segment) == 0;
}

/* It may go on with another log.  False: a failure, which was reported. */
static bool renew(struct followed *followed)
{
	struct reader reader;
	size_t n, i = 0;
	struct posixtrace_stream *list = streams_look(&n), now;

	if (!list)
		return false;
	while (i < n && !is_same(&list[i], &followed->stream))
		i++;
	if (i < n)
		now = list[i];
	free(list);
	if (i == n || !*now.log || now.log_inode == followed->stream.log_inode)
		return true;
	/* The reader keeps the path. */
	followed->stream = now;
	if (!reader_open(&reader, followed->stream.log, &followed->pick))
		return false;
	reader_close(&followed->first);
	followed->first = reader;
	return true;
}

/* Have the log get what is in the memory, else it is not there yet. */
static bool flush(struct followed *followed)
{
	if (!followed->is_running)
		return true;
	if (posixtrace_command(&followed->stream, POSIXTRACE_COMMAND_FLUSH) ==
	    ENOENT)
		followed->is_running = false;
	return !followed->is_running || renew(followed);
}

static int follow(struct top *top, struct followed *followed)
{
	const bool was_running = followed->is_running;
	struct summary summary;
	unsigned n_waits = 0;

	for (;;) {
		const int64_t begin = ns_now();
		int64_t pause;

		if (!flush(followed) || !show_now(top, followed, &summary))
			return TOOL_FAILURE;
		/* Until the end is written nobody knows whether that is all. */
		if (!followed->is_running &&
		    (summary.usage.complete || !was_running ||
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
	if (followed->is_running)
		summary.usage.complete = 1;
	summary_note_damage(&summary, "counted");
	return summary_status(&summary);
}

int top_follow(struct top *top, const struct posixtrace_stream *stream,
	       const char *path)
{
	struct followed followed = { .is_running = stream, .pick = top->pick };
	int status = TOOL_FAILURE;

	if (stream)
		followed.stream = *stream;
	if (!reader_open(&followed.first, path, &followed.pick))
		return TOOL_FAILURE;
	catch_signals();
	if (followed.first.log.is_dump)
		tool_error("%s: a ThreadX dump, which has no durations of "
			   "calls; see 'posixtrace stat'", path);
	else
		status = follow(top, &followed);
	reader_close(&followed.first);
	return status;
}
