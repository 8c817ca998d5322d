/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * posixtrace view: a trace as a page for a browser, one of the targets that
 * `convert` hands events to.
 */
#include <bsd/stdlib.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/tool.h"
#include "view/view.h"

enum {
	OPT_TITLE = 256,
	OPT_MAX_EVENTS,
};

static const struct argp_option options[] = {
	CONVERT_OUTPUT_OPTIONS,
	CONVERT_SYMBOLS_OPTION,
	{ "title", OPT_TITLE, "TEXT", 0, "what the page is called", 0 },
	{ "max-events", OPT_MAX_EVENTS, "N", 0,
	  "refuse to show more than N events [2000000]", 0 },
	{ 0 }
};

struct request {
	struct convert convert;
	char *name;			/* of the page, if none was given */
};

/* The page of run.ptl is run.html, that of trace.trx is trace.trx.html. */
static char *default_name(const char *log)
{
	static const char ours[] = ".ptl";
	size_t len = strlen(log);
	char *name;

	if (len > strlen(ours) && strcmp(log + len - strlen(ours), ours) == 0 &&
	    log[len - strlen(ours) - 1] != '/')
		len -= strlen(ours);
	return asprintf(&name, "%.*s.html", (int)len, log) < 0 ? NULL : name;
}

/* Nothing is replaced that was not named. */
static error_t choose_output(struct request *request)
{
	struct convert *convert = &request->convert;
	const char *log = convert->path ? convert->path : TOOL_DEFAULT_LOG;

	if (convert->output || strcmp(log, "-") == 0)
		return 0;
	request->name = default_name(log);
	if (!request->name)
		return ENOMEM;
	convert->output = request->name;
	if (access(request->name, F_OK) == 0)
		return tool_misuse("%s: is there already; -o %s replaces it",
				   request->name, request->name);
	return 0;
}

static error_t parse_max(struct convert *convert, const char *arg)
{
	const char *wrong;

	convert->max_events = (uint64_t)strtonum(arg, 1, INT64_MAX, &wrong);
	if (wrong)
		return tool_misuse("--max-events %s: not a number of events; "
				   "give 1 or more", arg);
	return 0;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct request *request = state->input;
	struct convert *convert = &request->convert;
	error_t err;

	switch (key) {
	case OPT_TITLE:
		convert->title = arg;
		return 0;
	case OPT_MAX_EVENTS:
		return parse_max(convert, arg);
	case ARGP_KEY_END:
		err = choose_output(request);
		return err ? err : convert_parse(key, arg, state);
	default:
		/* It begins with what convert knows. */
		return convert_parse(key, arg, state);
	}
}

/* What was typed; NULL: no memory, and it is not reported. */
static char *join(char **argv)
{
	char *text = NULL;
	size_t size;
	FILE *file = open_memstream(&text, &size);

	if (!file)
		return NULL;
	for (size_t i = 0; argv[i]; i++)
		fprintf(file, "%s%s", i ? " " : "", argv[i]);
	fclose(file);
	return text;
}

int tool_view(int argc, char **argv)
{
	static const struct argp argp = {
		.options = options,
		.parser = parse,
		.children = pick_children,
		.args_doc = "[LOG]",
		.doc = "Write a page for any browser that shows a trace log "
		       "[" TOOL_DEFAULT_LOG "], or a part of it, without a "
		       "network; by default beside the log.\v"
		       "Exit status: 0 fine, 1 failure, 2 usage, 3 events were "
		       "lost, 4 the log is incomplete.",
	};
	struct request request = {
		.convert = {
			.target = &convert_view,
			.max_events = VIEW_EVENTS,
		},
	};
	char *command = join(argv);
	int status = TOOL_USAGE;

	request.convert.command = command;
	if (tool_parse(&argp, argc, argv, &request))
		status = convert_run(&request.convert);
	pick_fini(&request.convert.pick);
	free(request.name);
	free(command);
	return status;
}
