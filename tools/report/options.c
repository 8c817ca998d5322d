/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The command line of `posixtrace report`. */
#include "report/report.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/tool.h"

enum {
	OPT_CSV = 256,
	OPT_JSON,
	OPT_COLUMNS,
	OPT_TEMPLATE,
	OPT_ABSOLUTE,
	OPT_DATA,
	OPT_NO_HEADER,
	OPT_COLOR,
	OPT_SYMBOLS,
};

static const struct argp_option options[] = {
	{ "json", OPT_JSON, NULL, 0, "one JSON object a line instead of columns", 0 },
	{ "csv", OPT_CSV, NULL, 0, "comma-separated values instead of columns", 0 },
	{ "columns", OPT_COLUMNS, "EVENT", 0,
	  "with --csv: only this event type, with a column for each argument", 0 },
	{ "template", OPT_TEMPLATE, "FILE", 0,
	  "print by the templates in FILE and the installed ones, as trcrpt does "
	  "them; may be given again", 0 },
	{ "absolute", OPT_ABSOLUTE, NULL, 0,
	  "times as dates (UTC) instead of seconds since the first event", 0 },
	{ "data", OPT_DATA, "FORM", 0,
	  "show data as text, as hex, or auto: system events in words, "
	  "text if printable, else hex", 0 },
	{ "symbols", OPT_SYMBOLS, "DIR", OPTION_ARG_OPTIONAL,
	  "name the place of each trace point: function, file and line; "
	  "DIR has files of the machine that was traced", 0 },
	{ "no-header", OPT_NO_HEADER, NULL, 0, "no headings", 0 },
	{ "color", OPT_COLOR, "WHEN", OPTION_ARG_OPTIONAL,
	  "losses in red: auto (on a terminal, default), always, never", 0 },
	{ "quiet", 'q', NULL, 0, "no summary", 0 },
	{ 0 }
};

static const char doc[] =
	"List the events of a trace log [" TOOL_DEFAULT_LOG "].\v"
	"Where events were lost, a line ---- LOST n events ---- is printed, "
	"whichever events are selected.\n\n"
	"Exit status: 0 fine, 1 failure, 2 usage, 3 events were lost, "
	"4 the log is incomplete.";

static error_t parse_data(const char *arg, enum data_form *data)
{
	if (strcmp(arg, "auto") == 0)
		*data = DATA_AUTO;
	else if (strcmp(arg, "text") == 0)
		*data = DATA_TEXT;
	else if (strcmp(arg, "hex") == 0)
		*data = DATA_HEX;
	else
		return tool_misuse("--data %s: no such form; choose auto, text or hex",
				   arg);
	return 0;
}

/* By https://no-color.org any value except the empty one disables colour. */
static bool is_color_wanted(void)
{
	const char *no_color = getenv("NO_COLOR");
	const char *term = getenv("TERM");

	return isatty(STDOUT_FILENO) && (!no_color || !*no_color) && term &&
	       strcmp(term, "dumb") != 0;
}

static error_t parse_color(const char *arg, bool *color)
{
	if (!arg || strcmp(arg, "always") == 0)
		*color = true;
	else if (strcmp(arg, "never") == 0)
		*color = false;
	else if (strcmp(arg, "auto") == 0)
		*color = is_color_wanted();
	else
		return tool_misuse("--color=%s: choose auto, always or never",
				   arg);
	return 0;
}

static error_t choose_format(struct report *report,
			     const struct format *format)
{
	if (report->format != &format_text && report->format != format)
		return tool_misuse("--csv and --json: one form at a time; leave "
				   "one of them out");
	report->format = format;
	return 0;
}

static error_t parse_end(struct report *report)
{
	if (!report->path)
		report->path = TOOL_DEFAULT_LOG;
	if (report->columns && report->format != &format_csv)
		return tool_misuse("--columns %s: only CSV has these columns; "
				   "give --csv, too", report->columns);
	if (report->symbols && !patterns_are_empty(&report->template_files))
		return tool_misuse("--template has a form of its own; leave out "
				   "--symbols");
	if (patterns_are_empty(&report->template_files))
		return 0;
	if (report->format != &format_text || report->absolute)
		return tool_misuse("--template has a form of its own; leave out %s",
				   report->absolute ? "--absolute" :
				   report->format == &format_csv ? "--csv" :
				   "--json");
	report->format = &format_template;
	return 0;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct report *report = state->input;

	switch (key) {
	case OPT_JSON:
		return choose_format(report, &format_json);
	case OPT_CSV:
		return choose_format(report, &format_csv);
	case OPT_COLUMNS:
		report->columns = arg;
		return 0;
	case OPT_TEMPLATE:
		return patterns_add(&report->template_files, arg) ? 0 : ENOMEM;
	case OPT_ABSOLUTE:
		report->absolute = true;
		return 0;
	case OPT_DATA:
		return parse_data(arg, &report->data);
	case OPT_SYMBOLS:
		report->symbols = true;
		report->root = arg;
		return 0;
	case OPT_NO_HEADER:
		report->header = false;
		return 0;
	case OPT_COLOR:
		return parse_color(arg, &report->color);
	case 'q':
		report->quiet = true;
		return 0;
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &report->pick;
		return 0;
	case ARGP_KEY_ARG:
		return tool_one_trace(&report->path, arg);
	case ARGP_KEY_END:
		return parse_end(report);
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

bool report_options(struct report *report, int argc, char **argv)
{
	static const struct argp argp = {
		.options = options,
		.parser = parse,
		.children = pick_children,
		.args_doc = "[LOG]",
		.doc = doc,
	};

	*report = (struct report){
		.format = &format_text,
		.header = true,
		.color = is_color_wanted(),
	};
	return tool_parse(&argp, argc, argv, report);
}
