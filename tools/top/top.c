/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* posixtrace top: what takes the time now; see top.h. */
#include "top/top.h"

#include <bsd/stdlib.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/nanoseconds.h"
#include "common/size.h"
#include "common/tool.h"
#include "status/streams.h"
#include "trace/summary.h"

enum { OPT_JSON = 256, OPT_BY, OPT_TOP, OPT_ITERATIONS, OPT_STREAM_SIZE,
       OPT_RECENT };

#define DEFAULT_INTERVAL_NS	INT64_C(1000000000)
#define SHORTEST_INTERVAL_NS	INT64_C(10000000)
#define LONGEST_INTERVAL_NS	(INT64_C(3600) * 1000000000)

struct request {
	struct top top;
	char *which;			/* NULL: the only stream there is */
};

static const struct argp_option options[] = {
	{ "by", OPT_BY, "KEY,...", 0, "group by call, thread, process, file, lock, "
	  "site or event [call]", 0 },
	{ "top", OPT_TOP, "N", 0, "the first N rows of each table", 0 },
	{ "interval", 'i', "TIME", 0, "time between two pictures [1s]", 0 },
	{ "iterations", OPT_ITERATIONS, "N", 0, "end after N pictures", 0 },
	{ "recent", OPT_RECENT, NULL, 0, "with PID: count anew after each picture",
	  0 },
	{ "stream-size", OPT_STREAM_SIZE, "SIZE", 0,
	  "with PID: bytes for events that wait to be counted", 0 },
	{ "json", OPT_JSON, NULL, 0, "a JSON object for each picture", 0 },
	{ 0 }
};

static const char doc[] =
	"Show what calls and pairs of events take while they are recorded: of a "
	"process, by a stream of its own, or of a stream that has a log, by its "
	"name, its log, or the pid of its recorder.\v"
	"Keys: q ends it, t sorts by time, c by the number of times, r is "
	"--recent and its contrary.\n\n"
	"Exit status: 0 fine, 1 failure, 2 usage, 3 events were lost, "
	"4 the recorder has died.";

static error_t parse_interval(struct top *top, const char *arg)
{
	if (time_parse(arg, &top->interval_ns) &&
	    top->interval_ns >= SHORTEST_INTERVAL_NS &&
	    top->interval_ns <= LONGEST_INTERVAL_NS)
		return 0;
	return tool_misuse("--interval %s: not a time of 10ms to an hour; "
			   "write seconds, or as 500ms", arg);
}

static error_t parse_iterations(struct top *top, const char *arg)
{
	const char *wrong;
	long long value = strtonum(arg, 1, INT_MAX, &wrong);

	if (wrong)
		return tool_misuse("--iterations=%s: not a number of pictures, "
				   "from 1 on", arg);
	top->iterations = (unsigned)value;
	return 0;
}

static error_t parse_size(struct top *top, const char *arg)
{
	if (size_parse(arg, &top->stream_size) && top->stream_size)
		return 0;
	return tool_misuse("--stream-size %s: not a size; write bytes, or as "
			   "64K or 4M", arg);
}

static error_t take_which(struct request *request, char *arg)
{
	if (request->which)
		return tool_misuse("%s: one stream or process at a time, and "
				   "%s is there already; leave one out", arg,
				   request->which);
	if (*arg == '\0')
		return tool_misuse("NAME: it is empty; give a name, a pid or a "
				   "log");
	request->which = arg;
	return 0;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct request *request = state->input;
	struct top *top = &request->top;

	switch (key) {
	case OPT_JSON:
		top->json = true;
		return 0;
	case OPT_BY:
		return by_parse(&top->by, arg);
	case OPT_TOP:
		return by_parse_top(&top->by, arg);
	case 'i':
		return parse_interval(top, arg);
	case OPT_RECENT:
		top->is_recent = true;
		return 0;
	case OPT_ITERATIONS:
		return parse_iterations(top, arg);
	case OPT_STREAM_SIZE:
		return parse_size(top, arg);
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &top->pick;
		return 0;
	case ARGP_KEY_ARG:
		return take_which(request, arg);
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

/* Rows of a table: so many that all tables have room on the terminal. */
static size_t fitting(const struct top *top)
{
	/* The facts; and name, heading, rest and a blank line of each table. */
	enum { FACTS = 6, AROUND = 4 };
	const unsigned lines = screen_lines(&top->screen);
	const unsigned tables = (unsigned)__builtin_popcount(top->by.keys);
	const unsigned around = FACTS + AROUND * tables;
	size_t rows;

	if (lines == 0)
		return top->by.top;
	rows = lines > around + tables ? (lines - around) / tables : 1;
	return top->by.top && top->by.top < rows ? top->by.top : rows;
}

static void show_facts(struct sheet *sheet, struct top *top,
		       const struct view *view)
{
	const int64_t now = ns_now();
	uint64_t span_ns, events = by_picked(view->by, &span_ns);
	const double seconds = (double)(now - top->last_ns) / 1e9;

	sheet_text(sheet, "of", "%s", view->what);
	sheet_number(sheet, "events", events);
	if (top->last_ns && seconds > 0)
		sheet_decimal(sheet, "events a second",
			      events < top->last_events ? 0.0 :
			      (double)(events - top->last_events) / seconds,
			      1);
	sheet_decimal(sheet, "seconds", (double)span_ns / 1e9, 9);
	sheet_number(sheet, "lost", view->usage->lost + view->usage->log_lost);
	if (events == 0 && view->idle)
		sheet_text(sheet, "none since", "%s", view->idle);
	else if (events == 0 && summary_why_empty(view->usage))
		sheet_text(sheet, "none since", "%s",
			   view->usage->processes ? "no trace point was reached" :
			   "no process attached; is it linked with "
			   "libposixtrace?");
	top->last_events = events;
	top->last_ns = now;
}

bool top_show(struct top *top, const struct view *view)
{
	struct by_request request = top->by;
	struct sheet *sheet;
	bool fine;

	request.top = fitting(top);
	if (!screen_begin(&top->screen))
		return false;
	sheet = sheet_new(top->json);
	show_facts(sheet, top, view);
	fine = by_show(view->by, sheet, &view->who, &request, top->order);
	sheet_end(sheet);
	if (!screen_show(&top->screen))
		top->is_over = true;
	if (!fine)
		tool_error("the tables: out of memory");
	if (++top->n_shown == top->iterations)
		top->is_over = true;
	return fine;
}

bool top_wait(struct top *top, int ms)
{
	switch (screen_key(&top->screen, ms)) {
	case 'q':
		top->is_over = true;
		return false;
	case 't':
		top->order = BY_TOTAL;
		return true;
	case 'c':
		top->order = BY_TIMES;
		return true;
	case 'r':
		top->is_recent = !top->is_recent;
		return false;
	default:
		return false;
	}
}

/* The pid that the argument is; 0: it is none. */
static pid_t as_pid(const char *text)
{
	const char *wrong = "";
	long long value = text ? strtonum(text, 1, INT_MAX, &wrong) : 0;

	return wrong ? 0 : (pid_t)value;
}

static bool is_meant(const struct posixtrace_stream *stream,
		     const struct request *request)
{
	char *which = request->which;

	if (!which)
		return stream->log_inode &&
		       stream->state != POSIXTRACE_STATE_DEAD;
	/* What it traces is a process to attach to. */
	if (as_pid(which))
		return stream->controller == as_pid(which);
	return streams_is_asked(stream, &which, 1);
}

static int follow(struct top *top, const struct posixtrace_stream *stream,
		  const char *path)
{
	if (!top->is_recent)
		return top_follow(top, stream, path);
	tool_error("--recent: a log is shown as a whole; name the pid of the "
		   "traced process, or leave it out");
	return TOOL_FAILURE;
}

/* No stream was found: perhaps it is something else. */
static int run_other(struct request *request)
{
	if (as_pid(request->which))
		return top_attach(&request->top, as_pid(request->which));
	if (request->which)
		return follow(&request->top, NULL, request->which);
	tool_error("there is no stream with a log; name a process by its pid, or "
		   "record with 'posixtrace record'");
	return TOOL_FAILURE;
}

static int run_found(struct request *request,
		     const struct posixtrace_stream *stream, size_t found)
{
	if (found > 1) {
		tool_error("%s: there are %zu streams; name the log of one, as "
			   "'posixtrace status' lists them", request->which ?
			   request->which : "no argument", found);
		return TOOL_FAILURE;
	}
	if (!stream->log_inode || !*stream->log) {
		tool_error("%s: has no log, and what only its memory has is read "
			   "by the program that created it; name the pid of "
			   "the traced process for a stream of its own",
			   *stream->name ? stream->name : stream->segment);
		return TOOL_FAILURE;
	}
	return follow(&request->top, stream, stream->log);
}

/* Is it only the name of its log, in another folder? */
static bool is_elsewhere(const struct posixtrace_stream *stream,
			 const char *which)
{
	const char *slash = strrchr(stream->log, '/');

	return slash && strcmp(slash + 1, which) == 0 &&
	       !streams_has_log(stream, which);
}

/* How many there are, and the last one.  A file of that path, and the one whose log
 * it is, come before those that have a log of that name elsewhere. */
static size_t find_streams(const struct request *request,
			   const struct posixtrace_stream *list, size_t n,
			   struct posixtrace_stream *stream)
{
	const char *which = request->which;
	const bool is_file = which && access(which, F_OK) == 0;
	size_t found = 0;

	for (size_t i = 0; i < n; i++) {
		if (!is_meant(&list[i], request) ||
		    (is_file && is_elsewhere(&list[i], which)))
			continue;
		*stream = list[i];
		if (which && streams_has_log(stream, which))
			return 1;
		found++;
	}
	return found;
}

static int run(struct request *request)
{
	size_t n, found;
	struct posixtrace_stream *list = streams_look(&n), stream;
	int status;

	if (!list)
		return TOOL_FAILURE;
	found = find_streams(request, list, n, &stream);
	free(list);
	screen_open(&request->top.screen, request->top.json);
	status = found ? run_found(request, &stream, found) :
			 run_other(request);
	screen_close(&request->top.screen);
	return status;
}

int tool_top(int argc, char **argv)
{
	static const struct argp_child children[] = {
		{ .argp = &pick_named_argp }, { 0 }
	};
	static const struct argp argp = {
		.options = options,
		.parser = parse,
		.children = children,
		.args_doc = "[PID|STREAM|LOG]",
		.doc = doc,
	};
	struct request request = { .top.interval_ns = DEFAULT_INTERVAL_NS };
	int status = TOOL_USAGE;

	if (tool_parse(&argp, argc, argv, &request)) {
		if (!request.top.by.keys)
			request.top.by.keys = 1u << BY_CALL;
		by_set_pick(&request.top.by, &request.top.pick);
		status = run(&request);
	}
	pick_fini(&request.top.pick);
	return status;
}
