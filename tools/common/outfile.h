/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* An output file that appears complete or not at all; or standard output. */
#ifndef POSIXTRACE_TOOLS_COMMON_OUTFILE_H
#define POSIXTRACE_TOOLS_COMMON_OUTFILE_H

#include <errno.h>
#include <stdbool.h>

#include "common/logfile.h"
#include "common/out.h"

struct outfile {
	const char *name;		/* for messages */
	struct out out;			/* buffers what is written */
	struct logfile file;
	bool is_stdout;
};

/*
 * Create it as logfile_create_whole() does or, if `path` is "-", use standard output.
 * If the program is ended before the file is kept, it is removed.  Reports a
 * failure and returns false.
 */
bool outfile_create(struct outfile *file, const char *path);

/* Has everything been written?  Else reports the error, unless the reader of
 * standard output has gone. */
bool outfile_is_fine(const struct outfile *file);

static inline bool outfile_has_lost_reader(const struct outfile *file)
{
	return file->is_stdout && file->out.error == EPIPE;
}

/* Everything has been written: complete the file.  Reports a failure and
 * returns false. */
bool outfile_keep(struct outfile *file);

/* A file that was not kept is removed. */
void outfile_fini(struct outfile *file);

#endif
