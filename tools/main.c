/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The program posixtrace: finds the sub-command and runs it.  A new
 * sub-command is a line of the table and a declaration in tool.h.  Some are
 * also programs: links to this one with their name.
 */
#include "common/tool.h"

#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <posixtrace.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <trace.h>
#include <unistd.h>

#include "live/import.h"
#include "rkh/import.h"
#include "trace/cut.h"

#ifndef POSIXTRACE_VERSION
#error "POSIXTRACE_VERSION comes from the build"
#endif

/* Logs are its business: it makes none of itself. */
const int posixtrace_ignores_environment = 1;

enum role {
	PLAIN,
	STARTS,		/* runs a program, which inherits the signal actions */
	RECORDS,	/* the same, and reports itself what its log lacks */
	LISTS,		/* succeeds also if the reader of its output is gone */
};

static const struct command {
	const char *name;
	tool_command *run;
	const char *summary;
	enum role role;
} commands[] = {
	{ "record", tool_record, "run a command, or attach to a process, and record its events", RECORDS },
	{ "run", tool_run, "run a program with the preload library, to attach to it later", STARTS },
	{ "live", tool_live, "print the events of a process as they come, or send them as frames", STARTS },
	{ "receive", tool_receive, "convert the frames that 'live' sends to a log", PLAIN },
	{ "filter", tool_filter, "show or change the RKH filters of a traced process", PLAIN },
	{ "recover", tool_recover, "complete the log of a killed recorder, or list what can be recovered", PLAIN },
	{ "status", tool_status, "list the streams that there are, and what they have lost", LISTS },
	{ "start", tool_start, "start streams of running recorders", PLAIN },
	{ "stop", tool_stop, "stop them, until they are started again", PLAIN },
	{ "flush", tool_flush, "write what they have recorded so far into their logs", PLAIN },
	{ "snapshot", tool_snapshot, "have 'record --snapshot-on' write the newest events now", PLAIN },
	{ "report", tool_report, "list the events of a log or ThreadX dump", LISTS },
	{ "stat", tool_stat, "print statistics of a log or ThreadX dump", LISTS },
	{ "top", tool_top, "show what takes the time in a process or stream, live", PLAIN },
	{ "diff", tool_diff, "show what became slower from one log to another", PLAIN },
	{ "info", tool_info, "show everything about a trace except its events", LISTS },
	{ "check", tool_check, "check a trace for errors", PLAIN },
	{ "query", tool_query, "ask logs and dumps questions in SQL", LISTS },
	{ "convert", tool_convert, "convert a log to another format", PLAIN },
	{ "schema", tool_schema, "print the tables for what 'convert' writes, as SQL", LISTS },
	{ "view", tool_view, "make an HTML page that shows a log", PLAIN },
	{ "merge", tool_merge, "merge several logs into one, in the order of time", PLAIN },
	{ "slice", tool_slice, "copy a part of a log to a new log", PLAIN },
	{ "rkh", tool_rkh, "decode a stream of RKH trace records", PLAIN },
	{ "trcrpt", tool_trcrpt, "print a log by templates, as on AIX", PLAIN },
	{ "trcupdate", tool_trcupdate, "update a file of templates", PLAIN },
};

enum { N_COMMANDS = sizeof(commands) / sizeof(commands[0]) };

/* Commands that are also installed under their names. */
static const char *const programs[] = { "trcrpt", "trcupdate" };

/* Formats that every command reads like a log.  Frames of `live` are frames of
 * RKH, so they are tried first. */
static capture_import *const captures[] = { frames_import, rkh_import, NULL };

static void print_help(void)
{
	fputs("Usage: posixtrace COMMAND [OPTION...] [ARGUMENT...]\n"
	      "Record and read POSIX traces (<trace.h>).\n\n", stdout);
	for (size_t i = 0; i < N_COMMANDS; i++)
		printf("  %-10s %s\n", commands[i].name,
			commands[i].summary);
	fputs("\n"
	      "posixtrace help COMMAND: its options.  posixtrace --version: of all.\n"
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

/*
 * Run the command.  If a traced process truncates shared memory, the command
 * continues without it, and the exit status shows that data is missing.
 */
static int run_guarded(const struct command *command, int argc, char **argv)
{
	int status;

	/* A failed write shows it, too, so that partial output can be
	 * removed. */
	if (command->role != STARTS && command->role != RECORDS) {
		signal(SIGPIPE, SIG_IGN);
		/* Nor does the limit of a file's size end it. */
		signal(SIGXFSZ, SIG_IGN);
	}
	posixtrace_guard();
	status = command->run(argc, argv);
	/* The reader of the pipe has closed it. */
	if (command->role == LISTS && (status == TOOL_LOST ||
	    status == TOOL_DAMAGED) && tool_has_lost_reader())
		status = TOOL_FINE;
	return command->role == RECORDS ? status : cut_report(status);
}

/* argv[0] is the name of the command. */
static int run(const struct command *command, int argc, char **argv)
{
	char name[32];

	snprintf(name, sizeof(name), "posixtrace %s", command->name);
	argv[0] = name;
	tool_set_name(command->name);
	return run_guarded(command, argc, argv);
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

/* The command by whose name this program was called, or NULL. */
static const struct command *called_as(const char *path)
{
	const char *slash = strrchr(path, '/');
	const char *name = slash ? slash + 1 : path;

	for (size_t i = 0; i < sizeof(programs) / sizeof(programs[0]); i++) {
		if (strcmp(name, programs[i]) == 0)
			return find(name);
	}
	return NULL;
}

/* Run as a program of the command's name, with its own --version. */
static int run_program(const struct command *command, int argc, char **argv)
{
	char name[32];

	if (argc > 1 && strcmp(argv[1], "--version") == 0) {
		print_version();
		return TOOL_FINE;
	}
	snprintf(name, sizeof(name), "%s", command->name);
	argv[0] = name;
	tool_set_name(command->name);
	return run_guarded(command, argc, argv);
}

/* Check that all output to stdout was written, wherever the program ends. */
static void check_stdout(void)
{
	if (!tool_close_stdout())
		_exit(TOOL_FAILURE);
}

/*
 * The locale determines the printable characters only; the rest stays in the
 * "C" locale.  Names and output are UTF-8, so that a log gives the same text
 * everywhere.
 */
static void set_characters(void)
{
	if (!setlocale(LC_CTYPE, "") ||
	    strcmp(nl_langinfo(CODESET), "UTF-8") != 0)
		setlocale(LC_CTYPE, "C.UTF-8");
}

/*
 * Open closed standard streams as unusable: otherwise the first opened file
 * would get the number, and messages would be written to it.  Executed
 * commands get them closed.
 */
static void reserve_standard_streams(void)
{
	int fd;

	do
		fd = open("/dev/null", O_CLOEXEC |
			  (fcntl(STDIN_FILENO, F_GETFD) < 0 ? O_WRONLY :
			   O_RDONLY));
	while (fd >= 0 && fd < STDERR_FILENO);
	if (fd > STDERR_FILENO)
		close(fd);
}

int main(int argc, char **argv)
{
	const struct command *command;

	reserve_standard_streams();
	set_characters();
	capture_register(captures);
	atexit(check_stdout);
	command = argc > 0 ? called_as(argv[0]) : NULL;
	if (command)
		return run_program(command, argc, argv);
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
