/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The command line of `posixtrace convert`, and the table of its targets. */
#include "convert/convert.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/size.h"
#include "common/tool.h"
#include "report/format.h"
#include "trace/compression.h"

static const struct convert_target convert_csv = {
	.name = "csv",
	.summary = "comma-separated values, one line per event",
	.takes = CONVERT_SYMBOLS,
	.is_stream = true,
	.format = &format_csv,
};

static const struct convert_target convert_json = {
	.name = "json",
	.summary = "a JSON object a line and event",
	.takes = CONVERT_SYMBOLS,
	.is_stream = true,
	.format = &format_json,
};

const struct convert_target *const convert_targets[] = {
	&convert_chrome,
	&convert_clickhouse,
	&convert_csv,
	&convert_ctf,
	&convert_json,
	&convert_log,
	&convert_perfetto,
	&convert_rkh,
	&convert_speedscope,
	&convert_sqlite,
	&convert_tracex,
	NULL,
};

enum {
	OPT_TO = 256,
	OPT_FROM,
	OPT_FROM_TIME,
	OPT_TO_TIME,
	OPT_NAMES,
	OPT_SEGMENT,
	OPT_TICK,
	OPT_TAG,
};

static const struct argp_option options[] = {
	{ "to", OPT_TO, "FORMAT|TIME", 0,
	  "convert to FORMAT, see below; or only events until TIME", 0 },
	CONVERT_OUTPUT_OPTIONS,
	CONVERT_SYMBOLS_OPTION,
	{ "from", OPT_FROM, "TIME", 0, PICK_FROM_DOC, 0 },
	{ "from-time", OPT_FROM_TIME, "TIME", 0, "the same as --from", 0 },
	{ "to-time", OPT_TO_TIME, "TIME", 0, PICK_TO_DOC, 0 },
	{ "names", OPT_NAMES, "FILE", 0,
	  "tracex: write the names of event types to FILE (.trxc)", 0 },
	{ "segment", OPT_SEGMENT, "N", 0,
	  "tracex: numbered files of N events each", 0 },
	{ "tick", OPT_TICK, "TIME", 0,
	  "tracex: what a tick of the clock is [1us]", 0 },
	{ "tag", OPT_TAG, "KEY=VALUE", 0,
	  "clickhouse: put this into every row; may be given again", 0 },
	{ "compress", CONVERT_OPT_COMPRESS, "LEVEL", OPTION_ARG_OPTIONAL,
	  "log: compress it with zstd, at LEVEL 1 to 19 [3]", 0 },
	{ 0 }
};

static error_t parse_segment(struct convert *convert, const char *arg)
{
	char *end;

	errno = 0;
	convert->segment = strtoull(arg, &end, 10);
	if (isdigit((unsigned char)*arg) && !*end && !errno &&
	    convert->segment > 0)
		return 0;
	return tool_misuse("--segment %s: not a number of events; give 1 or "
			   "more", arg);
}

/* No name of a format begins like a time. */
static bool is_time(const char *arg)
{
	return *arg == '@' || *arg == '.' || *arg == '+' ||
	       isdigit((unsigned char)*arg);
}

static error_t parse_target(struct convert *convert, const char *arg)
{
	enum { N = sizeof(convert_targets) / sizeof(convert_targets[0]) };
	const char *names[N] = { NULL };
	const char *nearest;
	size_t n = 0;

	for (; convert_targets[n]; n++) {
		if (strcmp(convert_targets[n]->name, arg) == 0) {
			convert->target = convert_targets[n];
			return 0;
		}
		names[n] = convert_targets[n]->name;
	}
	nearest = tool_nearest(arg, names);
	if (nearest)
		return tool_misuse("--to %s: no such format; did you mean '%s'?",
				   arg, nearest);
	return tool_misuse("--to %s: no such format; 'posixtrace convert --help' "
			   "lists those there are", arg);
}

static error_t parse_tag(struct convert *convert, const char *arg)
{
	size_t len = strcspn(arg, "=");

	if (len == 0 || !arg[len])
		return tool_misuse("--tag %s: not KEY=VALUE, as rack=7", arg);
	for (size_t i = 0; i < convert->n_tags; i++)
		if (strncmp(convert->tags[i], arg, len + 1) == 0)
			return tool_misuse("--tag %s: '%.*s' was given before",
					   arg, (int)len, arg);
	if (convert->n_tags == CONVERT_TAGS_MOST)
		return tool_misuse("--tag %s: more than %d tags", arg,
				   CONVERT_TAGS_MOST);
	convert->tags[convert->n_tags++] = arg;
	return 0;
}

static error_t parse_tick(struct convert *convert, const char *arg)
{
	if (time_parse(arg, &convert->tick_ns) && convert->tick_ns >= 1 &&
	    convert->tick_ns <= 1000000)
		return 0;
	return tool_misuse("--tick %s: not from 1ns to 1ms; write 1us, 100ns",
			   arg);
}

/* Checks that need all options. */
static error_t check(struct convert *convert)
{
	const struct convert_target *target = convert->target;
	const struct {
		bool is_given;
		unsigned taken;
		const char *option;
	} special[] = {
		{ convert->names, CONVERT_NAMES, "--names" },
		{ convert->segment, CONVERT_SEGMENT, "--segment" },
		{ convert->tick_ns, CONVERT_TICK, "--tick" },
		{ convert->compression, CONVERT_COMPRESS, "--compress" },
		{ convert->symbols, CONVERT_SYMBOLS, "--symbols" },
		{ convert->n_tags, CONVERT_TAGS, "--tag" },
	};

	if (!convert->path)
		convert->path = TOOL_DEFAULT_LOG;
	if (!target)
		return tool_misuse("no format to convert to; give --to FORMAT, "
				   "'posixtrace convert --help' lists them");
	if (!convert->output || !*convert->output)
		return tool_misuse("no file to write to; name one with -o");
	if (strcmp(convert->output, "-") == 0 && !target->is_stream)
		return tool_misuse("-o -: the format %s is not written as a "
				   "stream; name a file", target->name);
	for (size_t i = 0; i < sizeof(special) / sizeof(special[0]); i++) {
		if (special[i].is_given && !(target->takes & special[i].taken))
			return tool_misuse("%s: does not go with --to %s; "
					   "leave it out", special[i].option,
					   target->name);
	}
	return 0;
}

error_t convert_parse(int key, char *arg, struct argp_state *state)
{
	struct convert *convert = state->input;

	switch (key) {
	case OPT_TO:
		return is_time(arg) ? pick_parse_to(&convert->pick, "--to", arg)
				    : parse_target(convert, arg);
	case 'o':
		convert->output = arg;
		return 0;
	case OPT_FROM:
		return pick_parse_from(&convert->pick, "--from", arg);
	case OPT_FROM_TIME:
		return pick_parse_from(&convert->pick, "--from-time", arg);
	case OPT_TO_TIME:
		return pick_parse_to(&convert->pick, "--to-time", arg);
	case OPT_NAMES:
		convert->names = arg;
		return 0;
	case OPT_SEGMENT:
		return parse_segment(convert, arg);
	case OPT_TICK:
		return parse_tick(convert, arg);
	case OPT_TAG:
		return parse_tag(convert, arg);
	case CONVERT_OPT_COMPRESS:
		return compression_parse(arg, &convert->compression);
	case CONVERT_OPT_SYMBOLS:
		convert->symbols = true;
		convert->root = arg;
		return 0;
	case 'q':
		convert->quiet = true;
		return 0;
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &convert->pick;
		return 0;
	case ARGP_KEY_ARG:
		return tool_one_trace(&convert->path, arg);
	case ARGP_KEY_END:
		return check(convert);
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

/* What --help says after the options; the caller frees it. */
static char *list_targets(int key, const char *text, void *input)
{
	char *list = NULL;
	size_t size;
	FILE *file;

	(void)input;
	if (key != ARGP_KEY_HELP_POST_DOC)
		return (char *)text;
	file = open_memstream(&list, &size);
	if (!file)
		return (char *)text;
	fputs("Formats:\n", file);
	for (size_t i = 0; convert_targets[i]; i++)
		fprintf(file, "  %-10s %s\n", convert_targets[i]->name,
			convert_targets[i]->summary);
	if (text)
		fprintf(file, "\n%s", text);
	fclose(file);
	return list;
}

bool convert_options(struct convert *convert, int argc, char **argv)
{
	static const struct argp_child children[] = {
		{ .argp = &pick_untimed_argp }, { 0 }
	};
	static const struct argp argp = {
		.options = options,
		.parser = convert_parse,
		.args_doc = "--to FORMAT -o FILE [LOG]",
		.doc = "Convert a trace log [" TOOL_DEFAULT_LOG
		       "], or a part of it, to another format.\v"
		       "Exit status: 0 fine, 1 failure, 2 usage, 3 events were "
		       "lost, 4 the log is incomplete.",
		.children = children,
		.help_filter = list_targets,
	};

	*convert = (struct convert){ 0 };
	return tool_parse(&argp, argc, argv, convert);
}
