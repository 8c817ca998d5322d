/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The file that a recording goes to. */
#ifndef POSIXTRACE_TOOLS_COMMON_LOGFILE_H
#define POSIXTRACE_TOOLS_COMMON_LOGFILE_H

#include <stdbool.h>

struct logfile {
	const char *path;
	char *draft;		/* its name until it is kept; NULL: path */
	int fd;			/* open for reading and writing, at offset 0 */
	char *moved;		/* its name if that has changed; or NULL */
	bool is_gone;		/* removed, which was reported */
};

/*
 * Make an empty file that is to take the place of a regular file of that
 * name, if there is one.  What is something else (a directory, a device, a
 * pipe) is left alone, and so is what another command is making in this way.
 * Reports a failure and returns false.
 */
bool logfile_create(struct logfile *log, const char *path);

/* The argument of -o for a log: 0, or what tool_misuse() says of it. */
int logfile_check_name(const char *path);

/* Is a file of that name there, and is it what is read from `input` ("-":
 * standard input)? */
bool logfile_is_input(const char *path, const char *input);

/*
 * The recording has begun: from now on the file has its name, and the old
 * one is gone.  Reports a failure and returns false.
 */
bool logfile_keep(struct logfile *log);

/*
 * The recording has ended: has the file that name still?  If it was renamed,
 * `path` becomes what it is called now.  If it was removed, or nobody can tell
 * its name, that is said, and the result is false.
 */
bool logfile_find(struct logfile *log);

/*
 * SIGINT, SIGTERM and SIGHUP remove the file, until it is kept, and end the
 * program: of what is made from logs that stay, a part is of no use.  SIGXFSZ
 * does not: the write fails.  One file at a time.
 */
void logfile_go_when_ended(const struct logfile *log);

/* Close; a file that was not kept is removed. */
void logfile_fini(struct logfile *log);

#endif
