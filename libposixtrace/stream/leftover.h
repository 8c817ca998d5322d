/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * What dead controllers left in the slots of streams: listing it, and removing
 * it.
 *
 * When a controller is killed, the segment of a stream with a log stays for a
 * process that opens that log, until its slot is needed.  The first to be
 * removed are those that no log needs: the file belongs to another stream by
 * now, or the log is complete.  Next a log that lacks something is recovered,
 * and last the oldest segment is removed whose log is no longer in its
 * directory, or cannot be recovered.  So only live controllers can take all
 * slots.
 */
#ifndef PXT_STREAM_LEFTOVER_H
#define PXT_STREAM_LEFTOVER_H

#include <posixtrace.h>
#include <stdbool.h>
#include <sys/types.h>

/* posixtrace_leftovers(), posixtrace_discard(): also of streams without a log,
 * which the next create removes. */
size_t pxt_leftovers(struct posixtrace_leftover *list, size_t max);
int pxt_leftover_discard(const struct posixtrace_leftover *leftover);

/*
 * All slots of a user are taken: free one.  ENOENT: all belong to live
 * controllers.  EBUSY: another process is recovering the log of the only ones
 * that do not; with `hurry` that is ignored, and one is freed nevertheless.
 */
int pxt_leftover_make_room(uid_t uid, bool hurry);

#endif
