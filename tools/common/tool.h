/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Shared by all sub-commands: exit statuses, messages, and reading options. */
#ifndef POSIXTRACE_TOOLS_COMMON_TOOL_H
#define POSIXTRACE_TOOLS_COMMON_TOOL_H

#include <argp.h>
#include <stdbool.h>
#include <stddef.h>

/* Exit statuses, the same for all sub-commands. */
enum tool_status {
	TOOL_FINE = 0,
	TOOL_FAILURE = 1,
	TOOL_USAGE = 2,
	TOOL_LOST = 3,		/* events were lost; `diff`: or something grew */
	TOOL_DAMAGED = 4,	/* a log is incomplete; the rest was read */
	TOOL_BUSY = 5,		/* it is being written, and was not checked */
};

/* The default log of `record` and `report`. */
#define TOOL_DEFAULT_LOG "posixtrace.ptl"

/*
 * A sub-command.  argv[0] is "posixtrace NAME", or NAME if that is also a
 * program's name.  Returns or exits with the exit status.
 */
typedef int tool_command(int argc, char **argv);

tool_command tool_check;
tool_command tool_convert;
tool_command tool_diff;
tool_command tool_run;
tool_command tool_info;
tool_command tool_filter;
tool_command tool_flush;
tool_command tool_snapshot;
tool_command tool_live;
tool_command tool_merge;
tool_command tool_query;
tool_command tool_receive;
tool_command tool_record;
tool_command tool_recover;
tool_command tool_report;
tool_command tool_rkh;
tool_command tool_schema;
tool_command tool_slice;
tool_command tool_trcrpt;
tool_command tool_trcupdate;
tool_command tool_stat;
tool_command tool_start;
tool_command tool_status;
tool_command tool_stop;
tool_command tool_top;
tool_command tool_view;

/* Set the sub-command that messages name; NULL: the program itself. */
void tool_set_name(const char *name);

/*
 * Print one line on stderr, "posixtrace: NAME: MESSAGE".  The message is "WHAT:
 * why; what to do".  Control characters are made harmless.
 */
void tool_error(const char *format, ...)
	__attribute__((format(printf, 1, 2)));

/* The same for a remark, without NAME. */
void tool_note(const char *format, ...)
	__attribute__((format(printf, 1, 2)));

/*
 * Show a temporary line if standard error is a terminal: until the next one,
 * NULL, or a message.  It is truncated to the width.
 */
void tool_passing(const char *line);

/* Make control and format characters harmless (escape_hidden()). */
void tool_mask(char *text, size_t len);

/*
 * Read the options of a sub-command.  Misuse is reported as one line on stderr;
 * --help prints and exits.  A parser that rejects a value returns
 * tool_misuse(...).  False: misuse, exit status TOOL_USAGE.
 */
bool tool_parse(const struct argp *argp, int argc, char **argv, void *input);

/* Store an argument that names the trace to read in *path, which must be NULL:
 * a second one is misuse. */
error_t tool_one_trace(const char **path, const char *arg);

/* Handle the keys of arguments: an argument, as above, or the end, where the
 * default trace is used if none was named. */
error_t tool_parse_trace(int key, const char **path, const char *arg);

/* Report what is wrong, as tool_error() does, and return EINVAL. */
error_t tool_misuse(const char *format, ...)
	__attribute__((format(printf, 1, 2)));

/* What to do about an error that a limit of the process is the cause of;
 * `other`: something else is. */
const char *tool_advice(int err, const char *other);

/* Report that `what`, "listing" or so, could not be written to a file as a
 * whole. */
void tool_incomplete(const char *name, int err, const char *what);

/*
 * Has everything been written to stdout?  Else reports the error, unless the
 * reader has gone.
 */
bool tool_close_stdout(void);

/* Flush stdout.  Has its reader gone? */
bool tool_has_lost_reader(void);

/* The most similar of `names` (ended by NULL); NULL: none is similar. */
const char *tool_nearest(const char *typed, const char *const *names);

#endif
