/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* A file that a trace is converted to: all of it, or none; or standard output,
 * which takes it as it comes. */
#ifndef POSIXTRACE_TOOLS_COMMON_OUTFILE_H
#define POSIXTRACE_TOOLS_COMMON_OUTFILE_H

#include <errno.h>
#include <stdbool.h>

#include "common/logfile.h"
#include "common/out.h"

struct outfile {
	const char *name;		/* for messages */
	struct out out;			/* what is to be written goes there */
	struct logfile file;
	bool is_stdout;
};

/*
 * Make it, as logfile_create() does, or, if path is "-", take standard output.
 * A file goes when the program is ended before
 * it is kept.  Reports a failure and returns false.
 */
bool outfile_create(struct outfile *file, const char *path);

/* Has all that was written got there?  Else says why not, unless whoever read
 * standard output has gone. */
bool outfile_is_fine(const struct outfile *file);

static inline bool outfile_has_lost_reader(const struct outfile *file)
{
	return file->is_stdout && file->out.error == EPIPE;
}

/* All has been written.  Reports a failure and returns false. */
bool outfile_keep(struct outfile *file);

/* A file that was not kept is removed. */
void outfile_fini(struct outfile *file);

#endif
