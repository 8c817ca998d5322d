/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * posixtrace status: the streams that there are.  Everything is from their memory,
 * which is read twice, because rates are differences.
 */
#include <posixtrace.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "common/nanoseconds.h"
#include "common/sheet.h"
#include "common/size.h"
#include "common/tool.h"
#include "status/streams.h"

enum { OPT_JSON = 256 };

/* Between the two looks. */
#define DEFAULT_INTERVAL_NS 200000000
#define LONGEST_INTERVAL_NS (INT64_C(3600) * 1000000000)

struct request {
	bool json;
	int64_t interval_ns;
	char **which;			/* names, pids or logs; none: all */
	size_t n;
};

static const struct argp_option options[] = {
	{ "interval", 'i', "TIME", 0,
	  "compute rates over this time [200ms]; 0: no rates", 0 },
	{ "json", OPT_JSON, NULL, 0, "a JSON object instead of text", 0 },
	{ 0 }
};

static const char doc[] =
	"List the streams of all processes of the user, for root those of all users: "
	"what they record, how full they are, and what they have lost; and what dead "
	"recorders have left.  With arguments, only streams with that name, pid of "
	"recorder or target, or log.\v"
	"Exit status: 0 fine, 1 failure, or no stream is as asked for; 2 usage.";

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct request *request = state->input;

	switch (key) {
	case 'i':
		if (time_parse(arg, &request->interval_ns) &&
		    request->interval_ns >= 0 &&
		    request->interval_ns <= LONGEST_INTERVAL_NS)
			return 0;
		return tool_misuse("--interval %s: not a time of up to an hour; "
				   "write seconds, or as 500ms", arg);
	case OPT_JSON:
		request->json = true;
		return 0;
	default:
		return streams_parse(key, arg, request->which, &request->n);
	}
}

static bool are_same(const struct posixtrace_stream *a,
		     const struct posixtrace_stream *b)
{
	return a->controller == b->controller &&
	       a->created.tv_sec == b->created.tv_sec &&
	       a->created.tv_nsec == b->created.tv_nsec &&
	       strcmp(a->segment, b->segment) == 0;
}

/* What is known of the streams, now and some time ago. */
struct looks {
	struct posixtrace_stream *before, *now;
	size_t n_before, n_now;
	double seconds;			/* between them; 0: no rates */
	struct timespec at;		/* the time of day of the last */
};

/* Bytes of records a second; false: not known. */
static bool get_rate(const struct looks *looks,
		     const struct posixtrace_stream *stream, uint64_t *rate)
{
	for (size_t i = 0; looks->seconds > 0 && i < looks->n_before; i++)
		if (are_same(&looks->before[i], stream)) {
			const uint64_t before = looks->before[i].written;

			*rate = stream->written > before ? (uint64_t)
				((double)(stream->written - before) /
				 looks->seconds) : 0;
			return true;
		}
	return false;
}

static const char *state_name(const struct posixtrace_stream *stream)
{
	switch (stream->state) {
	case POSIXTRACE_STATE_STOPPED:
		return "stopped";
	case POSIXTRACE_STATE_RUNNING:
		return "running";
	case POSIXTRACE_STATE_FULL:
		return "full";
	default:
		return "dead";
	}
}

static const char *policy_name(int policy)
{
	switch (policy) {
	case POSIX_TRACE_LOOP:
		return "loop";
	case POSIX_TRACE_UNTIL_FULL:
		return "until-full";
	case POSIX_TRACE_FLUSH:
		return "flush";
	default:
		return "unknown";
	}
}

static int64_t age_of(const struct looks *looks,
		      const struct posixtrace_stream *stream)
{
	const int64_t ns = ns_between(&stream->created, &looks->at);

	return ns > 0 ? ns : 0;
}

static void put_size(struct sheet *sheet, uint64_t bytes, const char *unit)
{
	char text[SIZE_TEXT];

	size_format(text, bytes);
	sheet_cell_text(sheet, "%s%s", text, unit);
}

static void put_part(struct sheet *sheet, uint64_t part, uint64_t whole)
{
	if (whole)
		sheet_cell_text(sheet, "%.0f %%",
				100 * (double)part / (double)whole);
	else
		sheet_cell_none(sheet);
}

static void put_row(struct sheet *sheet, const struct looks *looks,
		    const struct posixtrace_stream *stream)
{
	char age[SIZE_TEXT];
	uint64_t rate;

	sheet_row(sheet);
	sheet_cell_text(sheet, "%s", *stream->name ? stream->name : "-");
	sheet_cell_signed(sheet, stream->controller);
	if (stream->target == POSIX_TRACE_ALLPROC)
		sheet_cell_text(sheet, "all");
	else
		sheet_cell_signed(sheet, stream->target);
	sheet_cell_text(sheet, "%s", state_name(stream));
	time_format(age, age_of(looks, stream));
	sheet_cell_text(sheet, "%s", age);
	put_size(sheet, stream->size, "");
	put_part(sheet, stream->used, stream->stream_size);
	put_part(sheet, stream->peak, stream->stream_size);
	if (get_rate(looks, stream, &rate))
		put_size(sheet, rate, "/s");
	else
		sheet_cell_none(sheet);
	sheet_cell_number(sheet, stream->lost);
	sheet_cell_text(sheet, "%s", *stream->log ? stream->log : "-");
}

static void put_object(struct sheet *sheet, const struct looks *looks,
		       const struct posixtrace_stream *stream)
{
	uint64_t rate;

	sheet_row(sheet);
	sheet_cell_text(sheet, "%s", stream->name);
	sheet_cell_signed(sheet, stream->controller);
	sheet_cell_signed(sheet, stream->target);
	sheet_cell_text(sheet, "%s", state_name(stream));
	sheet_cell_text(sheet, "%s", policy_name(stream->full_policy));
	sheet_cell_signed(sheet, age_of(looks, stream));
	sheet_cell_number(sheet, stream->size);
	sheet_cell_number(sheet, stream->stream_size);
	sheet_cell_number(sheet, stream->used);
	sheet_cell_number(sheet, stream->peak);
	if (get_rate(looks, stream, &rate))
		sheet_cell_number(sheet, rate);
	else
		sheet_cell_none(sheet);
	sheet_cell_number(sheet, stream->lost);
	sheet_cell_number(sheet, stream->processes);
	sheet_cell_number(sheet, stream->threads);
	if (*stream->log)
		sheet_cell_text(sheet, "%s", stream->log);
	else
		sheet_cell_none(sheet);
	sheet_cell_text(sheet, "%s", stream->segment);
}

static size_t show(const struct request *request, const struct looks *looks)
{
	static const char *const columns[] = {
		"stream", ">recorder", ">target", "state", ">age", ">memory",
		">fill", ">peak fill", ">rate", ">lost", "log",
	};
	static const char *const members[] = {
		"name", "controller", "target", "state", "policy", "age_ns",
		"memory", "stream_size", "used", "peak", "rate", "lost",
		"processes", "threads", "log", "segment",
	};
	struct sheet *sheet = sheet_new(request->json);
	size_t shown = 0;

	if (request->json)
		sheet_table(sheet, "streams", members,
			    sizeof(members) / sizeof(members[0]));
	else
		sheet_table(sheet, "streams", columns,
			    sizeof(columns) / sizeof(columns[0]));
	for (size_t i = 0; i < looks->n_now; i++) {
		if (!streams_is_asked(&looks->now[i], request->which,
				      request->n))
			continue;
		(request->json ? put_object : put_row)(sheet, looks,
						       &looks->now[i]);
		shown++;
	}
	sheet_table_end(sheet);
	sheet_end(sheet);
	return shown;
}

/* Look twice.  False: no memory. */
static bool look_twice(const struct request *request, struct looks *looks)
{
	const struct timespec time = {
		(time_t)(request->interval_ns / 1000000000),
		(long)(request->interval_ns % 1000000000),
	};
	struct timespec first, last;

	clock_gettime(CLOCK_MONOTONIC, &first);
	if (request->interval_ns) {
		looks->before = streams_look(&looks->n_before);
		if (!looks->before)
			return false;
		if (looks->n_before)
			nanosleep(&time, NULL);
	}
	looks->now = streams_look(&looks->n_now);
	clock_gettime(CLOCK_MONOTONIC, &last);
	clock_gettime(CLOCK_REALTIME, &looks->at);
	looks->seconds = (double)ns_between(&first, &last) / 1e9;
	return looks->now;
}

static int run(const struct request *request)
{
	struct looks looks = {0};
	int status = TOOL_FAILURE;

	if (look_twice(request, &looks)) {
		status = TOOL_FINE;
		if (show(request, &looks) == 0 && request->n)
			status = streams_report_none(request->which, request->n);
	}
	free(looks.before);
	free(looks.now);
	return status;
}

int tool_status(int argc, char **argv)
{
	static const struct argp argp = {
		.options = options,
		.parser = parse,
		.args_doc = "[NAME|PID|LOG...]",
		.doc = doc,
	};
	struct request request = {
		.interval_ns = DEFAULT_INTERVAL_NS,
		.which = calloc((size_t)argc + 1, sizeof(*request.which)),
	};
	int status = TOOL_USAGE;

	if (!request.which) {
		tool_error("out of memory");
		return TOOL_FAILURE;
	}
	if (tool_parse(&argp, argc, argv, &request))
		status = run(&request);
	free(request.which);
	return status;
}
