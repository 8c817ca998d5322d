/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The logs of one recording, or of several: DIR/NAME-000001.ptl and so on for
 * DIR/NAME.ptl.  The numbers go on behind the highest that is there, whoever has
 * written it.
 */
#ifndef POSIXTRACE_TOOLS_RECORD_SERIES_H
#define POSIXTRACE_TOOLS_RECORD_SERIES_H

#include <stdbool.h>

struct series {
	char *folder;
	char *stem, *ending;		/* NAME and .ptl */
	unsigned long next;		/* number */
	unsigned long keep;		/* so many remain; 0: all */
};

/* Find the highest number.  Reports why the directory cannot be read, and returns
 * false then. */
bool series_init(struct series *series, const char *output, unsigned long keep);
void series_fini(struct series *series);

/* The path of the next log, to be freed; NULL: no memory, which was reported. */
char *series_next(struct series *series);

/* Remove the oldest logs that are not to be kept. */
void series_prune(const struct series *series);

#endif
