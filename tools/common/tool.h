/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * What every sub-command of posixtrace shares: exit statuses, messages, and
 * the reading of options.  The sub-commands use <trace.h>, <posixtrace.h>,
 * and what the library reads files with (libposixtrace/log).
 */
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
	TOOL_LOST = 3,		/* events were lost */
	TOOL_DAMAGED = 4,	/* a log is incomplete, what is there was read */
};

/* The log that `record` writes and `report` reads when none is named. */
#define TOOL_DEFAULT_LOG "posixtrace.ptl"

/*
 * A sub-command: argv[0] is "posixtrace NAME", or NAME where that is a
 * program's name too, and the result is the exit status.
 * It may exit instead of returning.
 */
typedef int tool_command(int argc, char **argv);

tool_command tool_check;
tool_command tool_convert;
tool_command tool_info;
tool_command tool_filter;
tool_command tool_live;
tool_command tool_merge;
tool_command tool_receive;
tool_command tool_record;
tool_command tool_recover;
tool_command tool_report;
tool_command tool_rkh;
tool_command tool_slice;
tool_command tool_trcrpt;
tool_command tool_trcupdate;
tool_command tool_stat;
tool_command tool_view;

/* Which sub-command the messages come from; NULL: the program itself. */
void tool_set_name(const char *name);

/*
 * One line on stderr: "posixtrace: NAME: MESSAGE".  By custom the message is
 * "WHAT: why; what to do".  Control characters in it are made harmless.
 */
void tool_error(const char *format, ...)
	__attribute__((format(printf, 1, 2)));

/* The same line for a remark that is no error: without NAME. */
void tool_note(const char *format, ...)
	__attribute__((format(printf, 1, 2)));

/*
 * A line on the terminal that standard error is, for the time being: until
 * there is another one, or NULL, or a message.  What is too long is cut.
 */
void tool_passing(const char *line);

/* Make control and format characters harmless (escape_hidden()). */
void tool_mask(char *text, size_t len);

/*
 * Read the options of a sub-command.  Every misuse is one line on stderr;
 * --help prints and exits.  A parser that finds fault with a value returns
 * tool_misuse(...).  Returns false on misuse: the exit status is TOOL_USAGE
 * then.
 */
bool tool_parse(const struct argp *argp, int argc, char **argv, void *input);

/* An argument that names the trace to read, into *path: NULL, or that is
 * misuse. */
error_t tool_one_trace(const char **path, const char *arg);

/* The key of an option that is none: an argument, as above, or the end, where
 * a trace that was not named is the one by default. */
error_t tool_parse_trace(int key, const char **path, const char *arg);

/* Says what is wrong, as tool_error() does, and returns EINVAL. */
error_t tool_misuse(const char *format, ...)
	__attribute__((format(printf, 1, 2)));

/*
 * Has everything written to stdout arrived?  If not, says so (unless the
 * reader has gone, which is its good right).
 */
bool tool_close_stdout(void);

/* Write out what waits for stdout.  Has whoever read it gone? */
bool tool_has_lost_reader(void);

/* The one of `names` (ended by NULL) nearest to `typed`; NULL: none is near. */
const char *tool_nearest(const char *typed, const char *const *names);

#endif
