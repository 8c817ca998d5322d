/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The logs of one recording, or of several: DIR/NAME-000001.ptl and so on for
 * DIR/NAME.ptl.  A number is found when a log gets its name, behind the highest that
 * is there then, whoever has written it: other recorders may have the same names.
 * Nothing that is there is replaced.
 */
#ifndef POSIXTRACE_TOOLS_RECORD_SERIES_H
#define POSIXTRACE_TOOLS_RECORD_SERIES_H

#include <argp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/logfile.h"

struct series {
	char *folder;
	char *stem, *ending;		/* NAME and .ptl */
	uint64_t last;			/* number of the newest of our logs; 0: none */
	unsigned long keep;		/* so many remain; 0: all */
	/* Numbers of logs that could not be removed, which was reported. */
	uint64_t *stuck;
	size_t n_stuck;
};

/* Parse how many logs are to be kept: 0, or the result of tool_misuse(). */
error_t series_parse_keep(const char *arg, unsigned long *keep);

/* Reports why the directory cannot be read, and returns false then. */
bool series_init(struct series *series, const char *output, unsigned long keep);
void series_fini(struct series *series);

/* The path that the next log would get now, behind so many that have no name yet; to
 * be freed.  NULL: no memory, which was reported. */
char *series_next(const struct series *series, unsigned n_before);

/*
 * Give a file of logfile_create_new() the next free number.  *path is its path, to
 * be freed, instead of what it was.  Returns the number, which `last` has to become
 * if the log stays; 0: it has no name, for the errno value *err.
 */
uint64_t series_publish(const struct series *series, struct logfile *log,
			char **path, int *err);

/* Remove the oldest logs that are not to be kept.  A file that is no log, or is being
 * written, is not removed. */
void series_prune(struct series *series);

#endif
