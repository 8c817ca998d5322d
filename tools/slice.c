/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * posixtrace slice: a part of a log as a log.  It is what `convert --to log`
 * does, with times named as `report` names them.
 */
#include "convert.h"
#include "tool.h"

enum {
	OPT_FROM = 256,
	OPT_TO,
};

static const struct argp_option options[] = {
	{ "from", OPT_FROM, "TIME", 0, PICK_FROM_DOC, 0 },
	{ "to", OPT_TO, "TIME", 0, PICK_TO_DOC, 0 },
	CONVERT_PART_OPTIONS,
	{ "compress", CONVERT_OPT_COMPRESS, "LEVEL", OPTION_ARG_OPTIONAL,
	  "compress it with zstd, at LEVEL 1 to 19 [3]", 0 },
	{ 0 }
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct convert *convert = state->input;

	switch (key) {
	case OPT_FROM:
		return moment_parse("--from", arg, &convert->pick.from);
	case OPT_TO:
		return moment_parse("--to", arg, &convert->pick.to);
	default:
		return convert_parse(key, arg, state);
	}
}

int tool_slice(int argc, char **argv)
{
	static const struct argp argp = {
		.options = options,
		.parser = parse,
		.args_doc = "-o FILE [LOG]",
		.doc = "Write a part of a trace log [" TOOL_DEFAULT_LOG "] to a "
		       "log of its own.\v"
		       "Exit status: 0 fine, 1 failure, 2 usage, 3 events were "
		       "lost, 4 the log is incomplete.",
	};
	struct convert convert = {
		.target = &convert_log, .first = 1, .last = UINT64_MAX,
	};
	int status = TOOL_USAGE;

	if (tool_parse(&argp, argc, argv, &convert))
		status = convert_run(&convert);
	pick_fini(&convert.pick);
	return status;
}
