/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The file of a stream's log, as the segment names it: which file it is, and
 * where it is now.
 */
#ifndef PXT_STREAM_LOGPLACE_H
#define PXT_STREAM_LOGPLACE_H

#include <stdbool.h>

#include "ring/segment.h"

/* The place of the file in `fd`. */
void pxt_log_place_note(int fd, struct pxt_log_place *place);

/* Is that the file? */
bool pxt_log_place_is_of(const struct pxt_log_place *place, int fd);

/*
 * Open it for reading and writing, if it is a file of the caller's own and still
 * in its directory, under any name.  Untrusted input: the segment may name any
 * file.  ENOENT: it is not there, or not accessible; EMFILE: no descriptor, or no
 * memory, to look for it.
 */
int pxt_log_place_open(const struct pxt_log_place *place, int *fd);

#endif
