/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * posixtrace slice: copies a part of a log to a new log, like `convert --to
 * log`, or to several.
 */
#include "common/size.h"
#include "common/tool.h"
#include "convert/convert.h"

enum { SIZE_LEAST = 1 << 20 };

enum {
	OPT_EVERY = 256,
	OPT_SIZE,
};

static const struct argp_option options[] = {
	CONVERT_OUTPUT_OPTIONS,
	{ "every", OPT_EVERY, "TIME", 0,
	  "numbered files, each of TIME", 0 },
	{ "size", OPT_SIZE, "SIZE", 0,
	  "numbered files, none larger than SIZE", 0 },
	{ "compress", CONVERT_OPT_COMPRESS, "LEVEL", OPTION_ARG_OPTIONAL,
	  "compress it with zstd, at LEVEL 1 to 19 [3]", 0 },
	{ 0 }
};

static error_t parse_every(struct convert *convert, const char *arg)
{
	if (time_parse(arg, &convert->every_ns) && convert->every_ns > 0)
		return 0;
	return tool_misuse("--every %s: not a time; write 1.5s, 200ms", arg);
}

/* The front of a log takes most of a MiB. */
static error_t parse_size(struct convert *convert, const char *arg)
{
	size_t size;

	if (!size_parse(arg, &size))
		return tool_misuse("--size %s: not a size; write 64M, 2G", arg);
	if (size < SIZE_LEAST)
		return tool_misuse("--size %s: too small for a log; give 1M or "
				   "more", arg);
	convert->file_size = size;
	return 0;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct convert *convert = state->input;

	switch (key) {
	case OPT_EVERY:
		return parse_every(convert, arg);
	case OPT_SIZE:
		return parse_size(convert, arg);
	default:
		return convert_parse(key, arg, state);
	}
}

int tool_slice(int argc, char **argv)
{
	static const struct argp argp = {
		.options = options,
		.parser = parse,
		.children = pick_children,
		.args_doc = "-o FILE [LOG]",
		.doc = "Write a part of a trace log [" TOOL_DEFAULT_LOG "] to a "
		       "log of its own.\v"
		       "Exit status: 0 fine, 1 failure, 2 usage, 3 events were "
		       "lost, 4 the log is incomplete.",
	};
	struct convert convert = { .target = &convert_log };
	int status = TOOL_USAGE;

	if (tool_parse(&argp, argc, argv, &convert))
		status = convert_run(&convert);
	pick_fini(&convert.pick);
	return status;
}
