/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * posixtrace info: everything about a trace except its events.
 */
#include "info/info.h"

#include <errno.h>
#include <posixtrace.h>
#include <string.h>

#include "common/tool.h"

struct request {
	const char *path;
	bool json;
	bool blocks;
};

enum { OPT_JSON = 256, OPT_BLOCKS };

static const struct argp_option options[] = {
	{ "json", OPT_JSON, NULL, 0, "a JSON object instead of text", 0 },
	{ "blocks", OPT_BLOCKS, NULL, 0, "every block of a log, too", 0 },
	{ 0 }
};

static const char doc[] =
	"Show header, attributes, clocks, objects, event types and losses of a "
	"trace log or ThreadX dump [" TOOL_DEFAULT_LOG "].\v"
	"Exit status: 0 fine, 1 failure, 2 usage, 3 events were lost, "
	"4 the trace is incomplete.";

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct request *request = state->input;

	switch (key) {
	case OPT_JSON:
		request->json = true;
		return 0;
	case OPT_BLOCKS:
		request->blocks = true;
		return 0;
	default:
		return tool_parse_trace(key, &request->path, arg);
	}
}

/* The trace is open, so it is a log or a dump. */
static int show(struct info *info, const struct request *request)
{
	struct posixtrace_dump dump;
	int status = TOOL_FAILURE;

	info->sheet = sheet_new(request->json);
	sheet_text(info->sheet, "file", "%s", info->input->path);
	if (posixtrace_get_dump(info->trid, &dump) == 0)
		status = info_dump(info, &dump);
	else
		status = info_log(info);
	sheet_end(info->sheet);
	return status;
}

int tool_info(int argc, char **argv)
{
	static const struct argp argp = {
		.options = options,
		.parser = parse,
		.args_doc = "[TRACE]",
		.doc = doc,
	};
	struct request request = { 0 };
	struct input input;
	struct info info = { .input = &input };
	int status = TOOL_FAILURE;
	int err;

	if (!tool_parse(&argp, argc, argv, &request))
		return TOOL_USAGE;
	if (!input_open(&input, request.path))
		return TOOL_FAILURE;
	info.blocks = request.blocks;
	err = posix_trace_open(input.fd, &info.trid);
	if (err) {
		input_refuse(&input, err);
	} else {
		status = show(&info, &request);
		posix_trace_close(info.trid);
	}
	input_close(&input);
	return status;
}
