/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The file of a recording. */
#ifndef POSIXTRACE_TOOLS_COMMON_LOGFILE_H
#define POSIXTRACE_TOOLS_COMMON_LOGFILE_H

#include <stdbool.h>

struct logfile {
	const char *path;
	char *draft;		/* temporary name until it is kept; */
	int fd;			/* open for reading and writing, at offset 0 */
	char *moved;		/* its name if that has changed; or NULL */
	bool is_gone;		/* removed; reported already */
};

/* The option that names the file, for messages; until then it is -o. */
void logfile_set_option(const char *option);

/*
 * Create an empty file that will replace a regular file of that name, if there
 * is one.  Other kinds (directories, devices, pipes) are not touched, nor is a
 * file that another command is making in this way.  Reports a failure and
 * returns false.
 */
bool logfile_create(struct logfile *log, const char *path);

/*
 * The same for what is made from existing logs, of which a part is of no use:
 * until it is kept, SIGINT, SIGTERM and SIGHUP remove it and end the program.
 * SIGXFSZ does not: the write fails.  One file at a time.
 */
bool logfile_create_whole(struct logfile *log, const char *path);

/*
 * As logfile_create(), but it will get a name that no file has, by logfile_publish(): no link
 * is followed, and nothing is replaced.  `path` is what messages call it until then.
 */
bool logfile_create_new(struct logfile *log, const char *path);

/* Could a file of that name be a log?  Else reports what it is. */
bool logfile_check_kind(const char *path);

/* Check the argument of -o for a log: 0, or the result of tool_misuse(). */
int logfile_check_name(const char *path);

/* Is there a file of that name, and is it the input ("-": standard input)? */
bool logfile_is_input(const char *path, const char *input);

/*
 * The recording has begun: give the file its name, replacing the old one.
 * Reports a failure and returns false.
 */
bool logfile_keep(struct logfile *log);

/*
 * Give a file of logfile_create_new() that name.  0, or an errno value, with which
 * nothing has changed; EEXIST: there is one.
 */
int logfile_publish(struct logfile *log, const char *path);

/* It cannot get its name, for that errno value: report where it is. */
void logfile_stay(struct logfile *log, int err);

/* Correct the temporary name, if it has another one by now, as the directory may. */
void logfile_find_draft(struct logfile *log);

/* Was it removed? */
bool logfile_is_gone(const struct logfile *log);

/*
 * The recording has ended: does the file still have that name?  If it was
 * renamed, `path` becomes its new name.  If it was removed, or the name cannot
 * be found, that is reported, and the result is false.
 */
bool logfile_find(struct logfile *log);

/* The name that an open file has now, to be freed.  NULL: none that can be found. */
char *logfile_name_of(int fd);

/* Close; a file that was not kept is removed. */
void logfile_fini(struct logfile *log);

#endif
