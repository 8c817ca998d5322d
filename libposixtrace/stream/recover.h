/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* What the dead left: making their logs whole, and listing them. */
#ifndef PXT_STREAM_RECOVER_H
#define PXT_STREAM_RECOVER_H

#include <posixtrace.h>

/* posixtrace_recover(), posixtrace_leftovers(). */
int pxt_recover(int fd, struct posixtrace_recovery *recovery);
size_t pxt_leftovers(struct posixtrace_leftover *list, size_t max);

#endif
