/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The program posixtrace: finds the sub-command and runs it.  A new
 * sub-command is a line of the table and a declaration in tool.h.
 */
#include "tool.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <trace.h>
#include <unistd.h>

#ifndef POSIXTRACE_VERSION
#error "POSIXTRACE_VERSION comes from the build"
#endif

static const struct command {
	const char *name;
	tool_command *run;
	const char *summary;
} commands[] = {
	{ "record", tool_record, "run a command, or attach to a process, and record its events" },
	{ "recover", tool_recover, "make the log of a killed recorder whole, or list what can be recovered" },
	{ "report", tool_report, "list the events of a log" },
};

enum { N_COMMANDS = sizeof(commands) / sizeof(commands[0]) };

static void print_help(void)
{
	fputs("Usage: posixtrace COMMAND [OPTION...] [ARGUMENT...]\n"
	      "Record and read POSIX traces (<trace.h>).\n\n", stdout);
	for (size_t i = 0; i < N_COMMANDS; i++)
		printf("  %-10s %s\n", commands[i].name,
			commands[i].summary);
	fputs("\n"
	      "  posixtrace help COMMAND    the options of a command\n"
	      "  posixtrace --version       the version of program and library\n\n"
	      "Exit status: 0 fine, 1 failure, 2 usage, 3 events lost, 4 log incomplete.\n",
	      stdout);
}

static void print_version(void)
{
	char generation[TRACE_NAME_MAX + 1] = "";
	trace_attr_t attr;

	if (posix_trace_attr_init(&attr) == 0) {
		posix_trace_attr_getgenversion(&attr, generation);
		posix_trace_attr_destroy(&attr);
	}
	printf("posixtrace %s\n"
	       "trace system: %s, POSIX.1-2008 Trace, Event Filter, Inherit, Log\n",
	       POSIXTRACE_VERSION, generation);
}

static const struct command *find(const char *name)
{
	for (size_t i = 0; i < N_COMMANDS; i++) {
		if (strcmp(commands[i].name, name) == 0)
			return &commands[i];
	}
	return NULL;
}

static int unknown(const char *name)
{
	const char *names[N_COMMANDS + 2] = { "help" };
	const char *nearest;

	for (size_t i = 0; i < N_COMMANDS; i++)
		names[i + 1] = commands[i].name;
	nearest = tool_nearest(name, names);
	if (*name == '-')
		tool_error("%s: no such option; try 'posixtrace --help'", name);
	else if (nearest)
		tool_error("%s: no such command; did you mean '%s'?", name,
			   nearest);
	else
		tool_error("%s: no such command; try 'posixtrace --help'", name);
	return TOOL_USAGE;
}

/* argv[0] is the name of the command. */
static int run(const struct command *command, int argc, char **argv)
{
	char name[32];

	snprintf(name, sizeof(name), "posixtrace %s", command->name);
	argv[0] = name;
	tool_set_name(command->name);
	return command->run(argc, argv);
}

static int help(int argc, char **argv)
{
	const struct command *command;
	char *args[] = { NULL, (char[]){ "--help" }, NULL };

	if (argc > 2) {
		tool_error("help: %s: one command at a time; "
			   "try 'posixtrace help %s'", argv[2], argv[1]);
		return TOOL_USAGE;
	}
	if (argc < 2) {
		print_help();
		return TOOL_FINE;
	}
	command = find(argv[1]);
	return command ? run(command, 2, args) : unknown(argv[1]);
}

/* What went to stdout must have arrived: wherever the program ends. */
static void check_stdout(void)
{
	if (!tool_close_stdout())
		_exit(TOOL_FAILURE);
}

int main(int argc, char **argv)
{
	const struct command *command;

	/* What counts as printable; the rest stays in the "C" locale. */
	setlocale(LC_CTYPE, "");
	atexit(check_stdout);
	if (argc < 2) {
		tool_error("no command; try 'posixtrace --help'");
		return TOOL_USAGE;
	}
	if (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-V") == 0) {
		print_version();
		return TOOL_FINE;
	}
	if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
		print_help();
		return TOOL_FINE;
	}
	if (strcmp(argv[1], "help") == 0)
		return help(argc - 1, argv + 1);
	command = find(argv[1]);
	return command ? run(command, argc - 1, argv + 1) : unknown(argv[1]);
}
