/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* posixtrace stat: statistics of the events of a trace. */
#include "stat/stat.h"

#include "common/logfile.h"
#include "common/tool.h"
#include "stat/curves.h"
#include "stat/plot.h"
#include "trace/summary.h"

struct request {
	const char *path;
	bool json;
	const char *plot;		/* or NULL */
	struct by_request by;
	struct pick pick;
};

enum { OPT_JSON = 256, OPT_BY, OPT_TOP, OPT_HISTOGRAM, OPT_PLOT, OPT_SYMBOLS,
       OPT_FUNCTIONS };

static const struct argp_option options[] = {
	{ "by", OPT_BY, "KEY,...", 0, "instead: what calls and pairs of events "
	  "took, by call, thread, process, file, lock or site in the program, "
	  "or how often events occurred, by event", 0 },
	{ "functions", OPT_FUNCTIONS, NULL, 0, "the same as --by=call "
	  "-e @function", 0 },
	{ "symbols", OPT_SYMBOLS, "DIR", OPTION_ARG_OPTIONAL, "the same as "
	  "--by=site; DIR has files of the machine that was traced", 0 },
	{ "top", OPT_TOP, "N", 0, "with --by: the first N rows of each table",
	  0 },
	{ "histogram", OPT_HISTOGRAM, NULL, 0, "with --by: the distribution of "
	  "each row's durations", 0 },
	{ "plot", OPT_PLOT, "FILE", 0, "with --by=KEY: draw the distributions of "
	  "the first rows, by gnuplot, as SVG", 0 },
	{ "json", OPT_JSON, NULL, 0, "a JSON object instead of text", 0 },
	{ 0 }
};

static const char doc[] =
	"Sum up the events of a trace log or ThreadX dump [" TOOL_DEFAULT_LOG
	"].\v"
	"Of a log: events and rates by type and thread, gaps and losses; of a "
	"part of it if options pick out events.  "
	"Of a ThreadX dump: context switches, preemptions, time slices, "
	"interrupts, suspensions by object, priority inversions, execution "
	"profile, stacks and service counts.\n\n"
	"Exit status: 0 fine, 1 failure, 2 usage, 3 events were lost, "
	"4 the trace is incomplete.";

/* When all options are known. */
static error_t check(const struct request *request)
{
	const struct by_request *by = &request->by;

	if ((by->top || by->histogram || request->plot) && !by->keys)
		return tool_misuse("%s: only with --by, as --by=call",
				   by->top ? "--top" :
				   by->histogram ? "--histogram" : "--plot");
	return request->plot ? curves_check_keys(by->keys) : 0;
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
	case OPT_FUNCTIONS:
		request->by.keys |= 1u << BY_CALL;
		return patterns_add(&request->pick.only, "@function") ? 0 :
		       ENOMEM;
	case OPT_SYMBOLS:
		request->by.keys |= 1u << BY_SITE;
		request->by.root = arg;
		return 0;
	case OPT_TOP:
		return by_parse_top(&request->by, arg);
	case OPT_HISTOGRAM:
		request->by.histogram = true;
		return 0;
	case OPT_PLOT:
		request->plot = arg;
		return curves_check_name(arg);
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &request->pick;
		return 0;
	case ARGP_KEY_SUCCESS:
		return check(request);
	default:
		return tool_parse_trace(key, &request->path, arg);
	}
}

static bool draw(const struct request *request, const struct by *by,
		 const struct reader *reader)
{
	return !request->plot ||
	       plot_write(request->plot, by,
			  (enum by_key)__builtin_ctz(request->by.keys),
			  request->by.top, &(struct who){ reader->log.trid, false },
			  reader->log.path);
}

static int show_by(struct sheet *sheet, struct reader *reader,
		   const struct request *request)
{
	struct by *by = by_new(&request->by);
	struct summary summary = { 0 };
	int status = TOOL_FAILURE;

	if (by && !by_read(by, reader, false)) {
		by_free(by);
		return status;
	}
	summary_take(&summary, reader);
	if (by && by_show(by, sheet, &(struct who){ reader->log.trid, false },
			  &request->by, BY_TOTAL)) {
		summary_note_full(&summary);
		summary_note_damage(&summary, "counted");
		if (draw(request, by, reader))
			status = summary_status(&summary);
	} else {
		tool_error("%s: out of memory", reader->log.path);
	}
	if (by)
		by_free(by);
	return status;
}

static int show(const struct request *request, struct reader *reader)
{
	const struct open_log *log = &reader->log;
	struct sheet *sheet;
	int status;

	if (log->is_dump && pick_is_given(&request->pick)) {
		tool_error("%s: a ThreadX dump, which is summed up as a whole; "
			   "leave out what picks events, or make a log of it "
			   "with 'posixtrace slice'", log->path);
		return TOOL_FAILURE;
	}
	if (request->plot && logfile_is_input(request->plot, log->path)) {
		tool_error("--plot=%s: that is the trace; name another file",
			   request->plot);
		return TOOL_FAILURE;
	}
	if (log->is_dump && request->by.keys) {
		tool_error("%s: a ThreadX dump, which has no durations of "
			   "calls; leave out --by", log->path);
		return TOOL_FAILURE;
	}
	sheet = sheet_new(request->json);
	status = log->is_dump ? stat_show_dump(sheet, reader) :
		 request->by.keys ? show_by(sheet, reader, request) :
				    stat_show_log(sheet, reader);
	sheet_end(sheet);
	return status;
}

int tool_stat(int argc, char **argv)
{
	static const struct argp argp = {
		.options = options,
		.parser = parse,
		.children = pick_children,
		.args_doc = "[FILE]",
		.doc = doc,
	};
	struct request request = { 0 };
	struct reader reader;
	int status = TOOL_USAGE;

	if (!tool_parse(&argp, argc, argv, &request))
		goto fini_pick;
	by_set_pick(&request.by, &request.pick);
	status = TOOL_FAILURE;
	if (reader_open(&reader, request.path, &request.pick)) {
		status = show(&request, &reader);
		reader_close(&reader);
	}
fini_pick:
	pick_fini(&request.pick);
	return status;
}
