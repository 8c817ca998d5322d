/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * argp with messages of one line. argp and the getopt inside it print two
 * lines to stderr in their own format.  So stderr is another stream while they
 * run, and the message of getopt becomes part of ours.
 */
#include "common/tool.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OPT_USAGE = -3 };

/* Like argp's own, without the two hidden options: one changes the program's
 * name, the other makes it sleep. */
static const struct argp_option help_options[] = {
	{ "help", '?', NULL, 0, "Give this help list", -1 },
	{ "usage", OPT_USAGE, NULL, 0, "Give a short usage message", 0 },
	{ 0 }
};

/* The parent of the sub-command's parser: passes on its input. */
static error_t parse_wrapper(int key, char *arg, struct argp_state *state)
{
	(void)arg;
	switch (key) {
	case '?':
		argp_state_help(state, state->out_stream, ARGP_HELP_STD_HELP);
		return 0;
	case OPT_USAGE:
		argp_state_help(state, state->out_stream,
				ARGP_HELP_USAGE | ARGP_HELP_EXIT_OK);
		return 0;
	case ARGP_KEY_INIT:
		state->child_inputs[0] = state->input;
		/* Without it argp does not print or exit, but returns. */
		state->err_stream = NULL;
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

/* The message of getopt, without the name before it and the rest after it. */
static char *getopt_complaint(char *said, const char *name)
{
	size_t len = strlen(name);

	said[strcspn(said, "\n")] = '\0';
	if (strncmp(said, name, len) == 0 && strncmp(said + len, ": ", 2) == 0)
		said += len + 2;
	return said;
}

static FILE *real_stderr;

/* --help ends the program while stderr is replaced; a check at exit whether
 * the output was written must be able to report an error. */
static void stop_listening(void)
{
	stderr = real_stderr;
}

bool tool_parse(const struct argp *argp, int argc, char **argv, void *input)
{
	struct argp inner = *argp;
	struct argp_child children[] = {{ .argp = &inner }, { 0 }};
	struct argp outer = {
		.options = help_options,
		.parser = parse_wrapper,
		.args_doc = argp->args_doc,
		.doc = argp->doc,
		.children = children,
	};
	char *said = NULL;
	size_t size = 0;
	FILE *ear = open_memstream(&said, &size);
	error_t err;

	inner.args_doc = NULL;
	inner.doc = NULL;
	if (!ear || (!real_stderr && atexit(stop_listening) != 0)) {
		tool_error("out of memory");
		exit(TOOL_FAILURE);
	}
	/* glibc: stderr is a variable that may be set. */
	real_stderr = stderr;
	stderr = ear;
	err = argp_parse(&outer, argc, argv, ARGP_IN_ORDER | ARGP_NO_HELP, NULL,
			 input);
	stop_listening();
	fclose(ear);
	/* Our parsers have written to the stream, too, also if nothing is wrong. */
	if (strncmp(said, "posixtrace: ", 12) == 0)
		fputs(said, stderr);
	else if (err && *said)
		tool_error("%s; try '%s --help'",
			   getopt_complaint(said, argv[0]), argv[0]);
	else if (err)
		tool_error("%s; try '%s --help'", strerror(err), argv[0]);
	free(said);
	return err == 0;
}

error_t tool_one_trace(const char **path, const char *arg)
{
	if (*path)
		return tool_misuse("%s: one trace at a time, and %s is there "
				   "already; leave one out", arg, *path);
	*path = arg;
	return 0;
}

error_t tool_parse_trace(int key, const char **path, const char *arg)
{
	if (key == ARGP_KEY_ARG)
		return tool_one_trace(path, arg);
	if (key != ARGP_KEY_END)
		return ARGP_ERR_UNKNOWN;
	if (!*path)
		*path = TOOL_DEFAULT_LOG;
	return 0;
}
