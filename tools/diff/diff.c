/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* posixtrace diff: what takes longer in one trace than in another. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/logfile.h"
#include "common/tool.h"
#include "diff/matches.h"
#include "diff/show.h"
#include "stat/by.h"
#include "stat/curves.h"

struct request {
	const char *paths[SIDES];
	unsigned n_paths;
	struct by_request by;
	struct pick pick;
	double fail_over;		/* per cent; below 0: not given */
	const char *plot;		/* or NULL */
	bool json;
};

enum { OPT_JSON = 256, OPT_BY, OPT_TOP, OPT_FAIL_OVER, OPT_PLOT };

static const struct argp_option options[] = {
	{ "by", OPT_BY, "KEY,...", 0, "group by call, thread, process, file, lock, "
	  "site or event [call]", 0 },
	{ "top", OPT_TOP, "N", 0, "the first N rows of each table", 0 },
	{ "fail-over", OPT_FAIL_OVER, "PERCENT", 0, "exit status 3 if a group's "
	  "total or median grew by more", 0 },
	{ "plot", OPT_PLOT, "FILE", 0, "draw the distributions of the first "
	  "rows in both traces, by gnuplot, as SVG", 0 },
	{ "json", OPT_JSON, NULL, 0, "a JSON object instead of text", 0 },
	{ 0 }
};

static const char doc[] =
	"Show what calls and pairs of events took longer in trace B than in "
	"trace A: the most added time first.\v"
	"Groups are matched by names.  The verdict slower or faster is that of a "
	"rank test on all durations of a group; of less than eight on a side "
	"there is none.\n\n"
	"Exit status: 0 fine, 1 failure, 2 usage, 3 events were lost or a group "
	"grew over --fail-over, 4 a trace is incomplete.";

static error_t parse_percent(struct request *request, const char *arg)
{
	char *end;
	double value = strtod(arg, &end);

	if (end != arg && (*end == '\0' || strcmp(end, "%") == 0) &&
	    value >= 0 && isfinite(value)) {
		request->fail_over = value;
		return 0;
	}
	return tool_misuse("--fail-over=%s: not a number of per cent; write "
			   "10 or 2.5%%", arg);
}

static error_t take_path(struct request *request, const char *arg)
{
	if (request->n_paths == SIDES)
		return tool_misuse("%s: there are two traces already; leave one "
				   "out", arg);
	request->paths[request->n_paths++] = arg;
	return 0;
}

static error_t check(const struct request *request)
{
	if (request->n_paths < SIDES)
		return tool_misuse("%s; give two: the one before, and the one "
				   "after", request->n_paths ?
				   "only one trace" : "no traces");
	if (strcmp(request->paths[SIDE_A], "-") == 0 &&
	    strcmp(request->paths[SIDE_B], "-") == 0)
		return tool_misuse("-: standard input is only one trace; name "
				   "the other file");
	return request->plot ? curves_check_keys(request->by.keys) : 0;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct request *request = state->input;

	switch (key) {
	case OPT_JSON:
		request->json = true;
		return 0;
	case OPT_BY:
		return by_parse(&request->by, arg);
	case OPT_TOP:
		return by_parse_top(&request->by, arg);
	case OPT_FAIL_OVER:
		return parse_percent(request, arg);
	case OPT_PLOT:
		request->plot = arg;
		return curves_check_name(arg);
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &request->pick;
		return 0;
	case ARGP_KEY_ARG:
		return take_path(request, arg);
	case ARGP_KEY_END:
		return check(request);
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

/* The groups of all keys, and what was read. */
struct diff {
	struct matches matches[BY_KEYS];
	struct read_side sides[SIDES];
};

static bool add_all(struct diff *diff, const struct request *request,
		    const struct by *by, trace_id_t trid, enum side side)
{
	for (unsigned i = 0; i < BY_KEYS; i++)
		if (request->by.keys & 1u << i &&
		    !matches_add(&diff->matches[i], by, trid, side))
			return false;
	return true;
}

static bool take(struct diff *diff, const struct request *request,
		 struct reader *reader, enum side side)
{
	struct read_side *read = &diff->sides[side];
	struct by_request keys = request->by;
	struct by *by;
	bool fine = false;

	read->is_dump = keys.has_ticks = reader->log.is_dump;
	by = by_new(&keys);
	if (by && !by_read(by, reader, false))
		goto free_by;
	summary_take(&read->summary, reader);
	if (by && add_all(diff, request, by, reader->log.trid, side)) {
		read->events = by_picked(by, &read->span_ns);
		summary_note_full(&read->summary);
		summary_note_damage(&read->summary, "counted");
		fine = true;
	} else {
		tool_error("%s: out of memory", read->path);
	}
free_by:
	if (by)
		by_free(by);
	return fine;
}

static bool read_side(struct diff *diff, const struct request *request,
		      enum side side)
{
	/* It counts what it has picked. */
	struct pick pick = request->pick;
	struct reader reader;
	bool fine = false;

	diff->sides[side].path = request->paths[side];
	if (!reader_open(&reader, request->paths[side], &pick))
		return false;
	if (reader.log.is_dump && request->by.keys & BY_TIMED)
		tool_error("%s: a ThreadX dump, which has no durations of "
			   "calls; use --by=event", reader.log.path);
	else
		fine = take(diff, request, &reader, side);
	reader_close(&reader);
	return fine;
}

static int worst(const struct read_side sides[SIDES])
{
	const int a = summary_status(&sides[SIDE_A].summary);
	const int b = summary_status(&sides[SIDE_B].summary);

	return a > b ? a : b;
}

static int show(struct diff *diff, const struct request *request)
{
	struct sheet *sheet = sheet_new(request->json);
	bool fine = true, is_grown = false;

	show_sides(sheet, diff->sides);
	for (unsigned i = 0; i < BY_KEYS && fine; i++) {
		if (!(request->by.keys & 1u << i))
			continue;
		matches_compare(&diff->matches[i]);
		fine = show_groups(sheet, &diff->matches[i], request->by.top);
	}
	sheet_end(sheet);
	if (!fine) {
		tool_error("the tables: out of memory");
		return TOOL_FAILURE;
	}
	for (unsigned i = 0; i < BY_KEYS; i++)
		if (request->fail_over >= 0 &&
		    show_grown(&diff->matches[i], request->fail_over))
			is_grown = true;
	if (request->plot &&
	    !show_plot(request->plot,
		       &diff->matches[__builtin_ctz(request->by.keys)],
		       request->by.top, diff->sides))
		return TOOL_FAILURE;
	/* Both are 3; that a trace is incomplete is told first. */
	return worst(diff->sides) == TOOL_FINE && is_grown ?
	       TOOL_LOST : worst(diff->sides);
}

/* Is the picture to replace a trace? */
static bool is_input(const struct request *request)
{
	if (!request->plot ||
	    (!logfile_is_input(request->plot, request->paths[SIDE_A]) &&
	     !logfile_is_input(request->plot, request->paths[SIDE_B])))
		return false;
	tool_error("--plot=%s: that is a trace; name another file",
		   request->plot);
	return true;
}

static int run(const struct request *request)
{
	struct diff *diff = calloc(1, sizeof(*diff));
	int status = TOOL_FAILURE;

	if (!diff) {
		tool_error("the tables: out of memory");
		return TOOL_FAILURE;
	}
	for (unsigned i = 0; i < BY_KEYS; i++)
		diff->matches[i].key = (enum by_key)i;
	if (!is_input(request) && read_side(diff, request, SIDE_A) &&
	    read_side(diff, request, SIDE_B))
		status = show(diff, request);
	for (unsigned i = 0; i < BY_KEYS; i++)
		matches_fini(&diff->matches[i]);
	free(diff);
	return status;
}

int tool_diff(int argc, char **argv)
{
	static const struct argp argp = {
		.options = options,
		.parser = parse,
		.children = pick_children,
		.args_doc = "A B",
		.doc = doc,
	};
	struct request request = { .fail_over = -1 };
	int status = TOOL_USAGE;

	if (tool_parse(&argp, argc, argv, &request)) {
		if (!request.by.keys)
			request.by.keys = 1u << BY_CALL;
		by_set_pick(&request.by, &request.pick);
		status = run(&request);
	}
	pick_fini(&request.pick);
	return status;
}
