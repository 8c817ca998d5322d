/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The file of a stream's log, as the segment names it: which file it is, and
 * where it is now.
 */
#ifndef PXT_STREAM_LOGPLACE_H
#define PXT_STREAM_LOGPLACE_H

#include <stdbool.h>

#include "model/logform.h"
#include "ring/segment.h"

/* The place of the file in `fd`. */
void pxt_log_place_note(int fd, struct pxt_log_place *place);

/* Is that the file? */
bool pxt_log_place_is_of(const struct pxt_log_place *place, int fd);

/*
 * Open the file of a stream's log for reading and writing, if it is one of the
 * caller's own and still in its directory.  Where it was it may have been
 * overwritten; under another name it is that stream's log: a removed file's inode
 * number is soon that of another one.  Untrusted input: the segment may name any
 * file.  ENOENT: it is not there, or not accessible; EMFILE: no descriptor, or no
 * memory, to look for it.
 */
int pxt_log_place_open(const struct pxt_view *view, int *fd);

/* The contents: 0 if they are a log of that stream, ENOENT if not, or why that is
 * not known. */
int pxt_log_place_check(const struct pxt_view *view, int fd,
			struct pxt_log_head *head, struct pxt_log_status *status);

#endif
