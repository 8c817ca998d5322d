/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * What dead controllers left in the slots of streams: listing it, and getting
 * rid of it.
 *
 * The segment of a stream with a log stays when its controller is killed, for
 * who opens that log, until its slot is needed.  Then the first to go are those
 * that no log needs: the file is another stream's by now, or the log is
 * complete.  Next a log that lacks something is recovered, and last the oldest
 * goes whose log is not in its directory any more, or cannot be made whole.  So only the
 * living can take all slots.
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
 * All slots of a user are taken: free one.  ENOENT: all are of the living.
 * EBUSY: somebody else is just recovering the log of the only ones that are
 * not; with `hurry` that does not count, and one is freed all the same.
 */
int pxt_leftover_make_room(uid_t uid, bool hurry);

#endif
