/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* What the dead left: making their logs whole, and listing them. */
#ifndef PXT_STREAM_RECOVER_H
#define PXT_STREAM_RECOVER_H

#include <posixtrace.h>
#include <stdint.h>
#include <sys/types.h>

/* posixtrace_recover(), posixtrace_leftovers(). */
int pxt_recover(int fd, struct posixtrace_recovery *recovery);
size_t pxt_leftovers(struct posixtrace_leftover *list, size_t max);

/*
 * All slots are taken: make the log of one dead controller of a user whole, if
 * it is still where it was, which gives his slot back.  ENOENT: no log can be;
 * given_up[slot] tells whose by the time of the create, nanoseconds, 0 where
 * there is none.  EBUSY: somebody else is just reading or recovering one.
 */
int pxt_recover_one(uid_t uid, uint64_t *given_up);

#endif
