/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* A file that a trace is converted to: all of it, or none. */
#ifndef POSIXTRACE_TOOLS_COMMON_OUTFILE_H
#define POSIXTRACE_TOOLS_COMMON_OUTFILE_H

#include <stdbool.h>

#include "common/logfile.h"
#include "common/out.h"

struct outfile {
	const char *path;
	struct out out;			/* what is to be written goes there */
	struct logfile file;
};

/*
 * Make it, as logfile_create() does; it goes when the program is ended before
 * it is kept.  Says what went wrong, and returns false then.
 */
bool outfile_create(struct outfile *file, const char *path);

/* Has all that was written got there?  Else says why not. */
bool outfile_is_fine(const struct outfile *file);

/* All has been written.  Says what went wrong, and returns false then. */
bool outfile_keep(struct outfile *file);

/* A file that was not kept is removed. */
void outfile_fini(struct outfile *file);

#endif
